import { expect } from 'vitest';
import { isKerbsideError } from '../../../src/errors.ts';

const prototypeMembers = () =>
  [Object.prototype, Array.prototype, Function.prototype].map(Object.getOwnPropertyNames);
const untouched = JSON.stringify(prototypeMembers());

/**
 * Runs a call that may succeed or reject with a KerbsideError. Any other error and any change of a shared prototype
 * fails the test. Returns whether the call succeeded.
 */
export async function allowKerbsideErrors(run: () => Promise<unknown>): Promise<boolean> {
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
