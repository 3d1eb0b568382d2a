import { expect, test } from 'vitest';
import { type ErrorCode, KerbsideError } from '../../errors.ts';
import { VirtualClock } from '../routing/virtual-clock.suite.ts';
import { measureCalls } from './measure-calls.ts';
import type { NetworkSample } from './network-quality.ts';
import type { RemotePort } from './remote-port.ts';

/** Returns the samples of one call to a service that responds after 2 s. */
async function measureOne(
  respond: () => unknown,
  photo?: Blob,
  clock = new VirtualClock(),
): Promise<NetworkSample[]> {
  const slow = async () => {
    await clock.sleep(2_000);
    return respond();
  };
  const samples: NetworkSample[] = [];
  const calls = { addImage: slow, getTask: slow } as unknown as RemotePort;
  const remote = measureCalls(calls, clock.monotonic, {
    onSample: (one) => samples.push(one),
    onFailure: () => {},
  });
  const called = photo
    ? remote.addImage('id', { tasks: [] }, photo)
    : remote.getTask('id', 'damage_detection');
  const ended = called.catch(() => {});
  await clock.advance(2_000);
  await ended;
  return samples;
}

const photo = new Blob([new Uint8Array(50_000)]);
const failing = (code: ErrorCode, details: object = {}) => {
  return () => {
    throw new KerbsideError(code, 'No.', { details: { ...details } });
  };
};

test('a response reports its duration and the bytes of the photo', async () => {
  expect(await measureOne(() => ({}))).toEqual([{ type: 'responded', at: 2_000, ms: 2_000, bytes: 0 }]);
  expect(await measureOne(() => ({}), photo)).toMatchObject([{ type: 'responded', bytes: 50_000 }]);
});

test('a rejection counts as a response; timeouts and foreign responses count as failures', async () => {
  expect(await measureOne(failing('remote_refused'))).toMatchObject([{ type: 'responded' }]);
  for (const code of ['timeout', 'remote_unavailable', 'remote_invalid'] as const)
    expect(await measureOne(failing(code))).toMatchObject([{ type: 'failed' }]);
});

test('an upload that timed out reports its bytes', async () => {
  expect(await measureOne(failing('timeout'), photo)).toMatchObject([{ type: 'failed', bytes: 50_000 }]);
  expect(await measureOne(failing('remote_unavailable'), photo)).toMatchObject([
    { type: 'failed', bytes: 0 },
  ]);
});

test('an aborted call reports nothing', async () => {
  expect(await measureOne(failing('aborted'))).toEqual([]);
});

test.each(['unauthorized', 'wrong_user', 'token_failed', 'remote_unavailable', 'timeout'] as const)(
  'a call that was not sent reports nothing: there was no token (%s)',
  async (code) => {
    expect(await measureOne(failing(code, { sent: false }))).toEqual([]);
  },
);

test('a rejected token is a response, and a bug of ours is none', async () => {
  expect(await measureOne(failing('unauthorized', { status: 401 }))).toMatchObject([{ type: 'responded' }]);
  const bug = () => {
    throw new TypeError('response is undefined');
  };
  expect(await measureOne(bug)).toEqual([]);
});

test.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms during the call changes nothing',
  async (ms) => {
    const clock = new VirtualClock();
    const respond = () => clock.setBy(ms);
    expect(await measureOne(respond, undefined, clock)).toEqual([
      { type: 'responded', at: 2_000, ms: 2_000, bytes: 0 },
    ]);
  },
);
