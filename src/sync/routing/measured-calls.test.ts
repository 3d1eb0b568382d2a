import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { measured } from './measured-calls.ts';
import type { Sample } from './network-quality.ts';
import { VirtualClock } from './virtual-clock.suite.ts';

/** One call of a service that takes two seconds, and then does as it is told. */
async function sample(answer: () => unknown, photo?: Blob): Promise<Sample[]> {
  const clock = new VirtualClock();
  const slow = async () => {
    await clock.sleep(2_000);
    return answer();
  };
  const samples: Sample[] = [];
  const calls = { addImage: slow, getTask: slow } as unknown as RemotePort;
  const remote = measured(calls, (one) => samples.push(one), clock.now);
  const called = photo
    ? remote.addImage('id', { tasks: [] }, photo)
    : remote.getTask('id', 'damage_detection');
  const ended = called.catch(() => {});
  await clock.advance(2_000);
  await ended;
  return samples;
}

const photo = new Blob([new Uint8Array(50_000)]);
const failing = (code: ConstructorParameters<typeof KerbsideError>[0]) => () => {
  throw new KerbsideError(code, 'No.');
};

test('an answer tells the time it took, and the photo that went with it', async () => {
  expect(await sample(() => ({}))).toEqual([{ type: 'answered', at: 2_000, ms: 2_000, bytes: 0 }]);
  expect(await sample(() => ({}), photo)).toMatchObject([{ type: 'answered', bytes: 50_000 }]);
});

test('a refusal is an answer, silence and strangers’ answers are none', async () => {
  expect(await sample(failing('remote_refused'))).toMatchObject([{ type: 'answered' }]);
  for (const code of ['timeout', 'remote_unavailable', 'remote_invalid'] as const)
    expect(await sample(failing(code))).toMatchObject([{ type: 'failed' }]);
});

test('a photo that was not up in time tells how slow the link is at best', async () => {
  expect(await sample(failing('timeout'), photo)).toMatchObject([{ type: 'failed', bytes: 50_000 }]);
  expect(await sample(failing('remote_unavailable'), photo)).toMatchObject([{ type: 'failed', bytes: 0 }]);
});

test('a call that the app took back says nothing', async () => {
  expect(await sample(failing('aborted'))).toEqual([]);
});
