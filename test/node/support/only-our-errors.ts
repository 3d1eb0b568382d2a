import { expect } from 'vitest';
import { isKerbsideError } from '../../../src/errors.ts';

const prototypeMembers = () =>
  [Object.prototype, Array.prototype, Function.prototype].map(Object.getOwnPropertyNames);
const untouched = JSON.stringify(prototypeMembers());

/**
 * Runs a call that may succeed or be refused with an error of this library. Any other error, and anything left
 * behind on the prototypes that all objects share, fails the test. Tells whether it succeeded.
 */
export async function onlyOurErrors(run: () => Promise<unknown>): Promise<boolean> {
  let succeeded = true;
  try {
    await run();
  } catch (error) {
    if (!isKerbsideError(error)) throw error;
    expect(error.message).not.toBe('');
    expect(error.message.length).toBeLessThan(1_000);
    succeeded = false;
  }
  expect(JSON.stringify(prototypeMembers())).toBe(untouched);
  expect({}).not.toHaveProperty('polluted');
  return succeeded;
}
