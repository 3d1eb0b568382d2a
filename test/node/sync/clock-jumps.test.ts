import { afterEach, describe, expect, test } from 'vitest';
import type { EventOf, KerbsideEvent, TabMessage } from '../../../src/domain/events.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { type Fault, FaultyNetwork, type SentRequest } from '../support/faulty-network.ts';
import { smallPhoto } from '../support/photos.ts';
import { SharedMemoryStore } from '../support/shared-memory-store.ts';
import { useService } from '../support/use-service.ts';

/** A user or the network sets the clock of the device while it works. Durations must not notice. */

const service = useService();
const HOUR_MS = 3_600_000;
type NetworkMeasured = Extract<TabMessage, { type: 'network.measured' }>;
const RETRY_AFTER_1_S = { status: 503, body: '{"message":"Back soon."}', headers: { 'retry-after': '1' } };

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** Opens a device whose clock can be set, and whose requests can do so. */
async function openDevice(onRequest: (request: SentRequest, setClockBy: (ms: number) => void) => Fault) {
  const user = { id: crypto.randomUUID() };
  const token = await service.tokenFor(user);
  const network = new FaultyNetwork();
  let offsetMs = 0;
  const setClockBy = (ms: number) => {
    offsetMs += ms;
  };
  network.fault = (request) => onRequest(request, setClockBy);
  const measured: NetworkMeasured[] = [];
  const openChannel = () => ({
    post(message: unknown) {
      if ((message as TabMessage).type === 'network.measured') measured.push(message as NetworkMeasured);
    },
    onMessage() {},
    close() {},
  });
  const kerbside = await openKerbside({
    user,
    store: new SharedMemoryStore(),
    database: crypto.randomUUID(),
    platform: { now: () => Date.now() + offsetMs, openChannel },
    sync: remoteSync({ baseUrl: service.url, getToken: () => token, fetch: network.fetch, graceMs: 20 }),
  });
  opened.push(kerbside);
  const remote = createRemoteClient({ baseUrl: service.url, getToken: () => token });
  return { kerbside, remote, network, measured, setClockBy };
}

async function record(kerbside: Kerbside): Promise<string> {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, await smallPhoto());
  await kerbside.inspections.updateVehicle(id, { color: 'blue' });
  return id;
}

function nextEvent<Type extends KerbsideEvent['type']>(
  kerbside: Kerbside,
  type: Type,
): Promise<EventOf<Type>> {
  return new Promise((resolve) => {
    const stop = kerbside.on(type, (event) => {
      stop();
      resolve(event);
    });
  });
}

async function untilEmpty(kerbside: Kerbside): Promise<void> {
  await expect
    .poll(async () => Object.values((await kerbside.sync.flush()).operations), { interval: 25 })
    .toEqual([0, 0, 0, 0]);
}

/** Every figure is what a stopwatch would show: the whole test takes less than a minute. */
function expectSaneFigures(measured: readonly NetworkMeasured[]): void {
  expect(measured).not.toEqual([]);
  for (const { quality } of measured) {
    const { latencyMs = 0, bytesPerSecond = 1, sinceResponseMs = 0, sinceFailureMs = 0, taskMs } = quality;
    expect(bytesPerSecond).toBeGreaterThan(0);
    for (const ms of [latencyMs, sinceResponseMs, sinceFailureMs, ...Object.values(taskMs)]) {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThan(60_000);
    }
  }
}

describe.each([
  ['back', -HOUR_MS],
  ['forth', HOUR_MS],
])('the clock is set %s by an hour', (_, ms) => {
  // Proves fault F17.
  test('while requests are in flight: the measured network stays the same', async () => {
    const { kerbside, measured } = await openDevice((_request, setClockBy) => {
      setClockBy(ms);
      return undefined;
    });
    await record(kerbside);
    await untilEmpty(kerbside);
    await expect.poll(() => measured.length).toBeGreaterThan(0);
    expectSaneFigures(measured);
  });

  test('while an operation waits for its retry: it is sent after the delay', async () => {
    let rejected = 0;
    const { kerbside, setClockBy } = await openDevice(({ line }) => {
      if (line !== 'POST /inspections' || rejected > 0) return undefined;
      rejected += 1;
      return RETRY_AFTER_1_S;
    });
    await record(kerbside);
    const { operations } = await kerbside.sync.flush();
    expect(operations.waiting).toBe(1);
    setClockBy(ms);
    await nextEvent(kerbside, 'sync.idle'); // without a trigger: the timer alone
    await untilEmpty(kerbside);
  });

  test('while a response is in doubt: the operation is reconciled, and exists once', async () => {
    let lost = 0;
    const { kerbside, network, setClockBy } = await openDevice(({ line }) => {
      if (line !== 'POST /inspections' || lost > 0) return undefined;
      lost += 1;
      return 'response lost';
    });
    await record(kerbside);
    await kerbside.sync.flush();
    setClockBy(ms);
    await untilEmpty(kerbside);
    expect(network.sent.filter(({ line }) => line === 'POST /inspections')).toHaveLength(1);
  });

  // Proves fault F17.
  test('while results are awaited: they arrive, and the task time is not negative', async () => {
    const { kerbside, remote, measured, setClockBy } = await openDevice(() => undefined);
    const id = await record(kerbside);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await untilEmpty(kerbside);
    setClockBy(ms);
    const { remoteId } = await kerbside.sync.statusOf(id);
    await remote.tasks.updateOne(remoteId ?? '', 'damage_detection', { status: 'DONE' });
    await kerbside.tasks.whenDone(id, 'damage_detection');
    await expect.poll(() => measured.at(-1)?.quality.taskMs.damage_detection).toBeGreaterThanOrEqual(0);
    expectSaneFigures(measured);
  });
});
