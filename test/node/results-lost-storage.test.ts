import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningService, startService } from '../../server/index.ts';
import type { EventOf } from '../../src/spec/events.ts';
import { scriptedAnalyzer } from './support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from './support/synced-device.ts';

/** F18, the remote's part: what to capture again. */

const A_SLOW_MACHINE = 180_000;
vi.setConfig({ testTimeout: A_SLOW_MACHINE, hookTimeout: A_SLOW_MACHINE });

let service: RunningService;
beforeAll(async () => {
  service = await startService({ limits: { requestsPerSecond: 10_000, burst: 10_000 } });
});
afterAll(() => service.close());
const devices: SyncedDevice[] = [];
afterEach(() => {
  for (const device of devices.splice(0)) device.close();
});

async function device(options: Parameters<typeof syncedDevice>[2] = {}): Promise<SyncedDevice> {
  const opened = await syncedDevice(service, scriptedAnalyzer('device', []), options);
  devices.push(opened);
  return opened;
}

test('a device that lost its storage is told of its user’s inspections that the service has and nobody finished', async () => {
  const before = await device();
  const { inspections, tasks } = before.kerbside;
  const create = async (booking: string) =>
    (await inspections.createOne({ tasks: { wheel_analysis: {} }, additionalData: { booking } })).result;
  await create('first');
  await tasks.updateOne(await create('done'), 'wheel_analysis', { status: 'DONE' });
  await inspections.deleteOne(await create('deleted'));
  await create('last');
  before.connect();
  await before.inStep();
  expect(before.blocked).toEqual([]);

  const since = '2026-05-01T08:00:00.000Z';
  const after = await device({ lostSince: since });
  const told = new Promise<EventOf<'storage.lost'>>((resolve) => after.events.on('storage.lost', resolve));
  after.connect();
  const { toCaptureAgain } = await told;
  const unfinished = {
    id: expect.any(String),
    createdAt: expect.any(String),
    status: 'NOT_STARTED',
    images: 0,
  };
  expect(toCaptureAgain).toEqual([
    { ...unfinished, additionalData: { booking: 'last' } },
    { ...unfinished, additionalData: { booking: 'first' } },
  ]);
});

test('a device that lost nothing asks for nothing', async () => {
  const fine = await device();
  const told: string[] = [];
  fine.events.on('storage.lost', ({ since }) => told.push(since));
  await fine.kerbside.inspections.createOne({ tasks: {} });
  fine.connect();
  await fine.inStep();
  expect(told).toEqual([]);
});
