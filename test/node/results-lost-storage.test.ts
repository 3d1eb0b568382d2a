import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { createLocks } from '../../src/platform/locks.ts';
import type { Notes } from '../../src/platform/ports.ts';
import type { EventOf } from '../../src/spec/events.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { deleteRaw } from '../fixtures/databases/raw.ts';

/** F18, the remote's part: what to capture again. The device's part is in test/browser/store-lost.test.ts. */

const A_SLOW_MACHINE = 180_000;
vi.setConfig({ testTimeout: A_SLOW_MACHINE, hookTimeout: A_SLOW_MACHINE });

let service: RunningService;
beforeAll(async () => {
  service = await startService({ limits: { requestsPerSecond: 10_000, burst: 10_000 } });
});
afterAll(() => service.close());
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** What a page keeps beside its databases. */
function pageNotes(): Notes {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name),
    write: (name, text) => (text === undefined ? kept.delete(name) : kept.set(name, text)),
  };
}

async function open(database: string, notes: Notes): Promise<Kerbside> {
  const user = { id: 'ann' };
  const token = await service.tokenFor(user);
  const kerbside = await openKerbside({
    user,
    database,
    platform: { locks: createLocks(undefined), notes },
    sync: remoteSync({ baseUrl: service.url, getToken: () => token }),
  });
  opened.push(kerbside);
  return kerbside;
}

/** Resolves with what is told once the service was asked. */
function loss(kerbside: Kerbside): Promise<EventOf<'storage.lost'>> {
  return new Promise((resolve) => {
    kerbside.on('storage.lost', (told) => {
      if (told.toCaptureAgain) resolve(told);
    });
  });
}

test('a device that lost its storage is told which inspections the service has and nobody finished', async () => {
  const notes = pageNotes();
  const before = await open('lost', notes);
  const { inspections, tasks } = before;
  const create = async (booking: string) =>
    (await inspections.createOne({ tasks: { wheel_analysis: {} }, additionalData: { booking } })).result;
  await create('first');
  await tasks.updateOne(await create('done'), 'wheel_analysis', { status: 'DONE' });
  await inspections.deleteOne(await create('deleted'));
  await create('last');
  const { operations } = await before.sync.flush();
  expect(Object.values(operations)).toEqual([0, 0, 0, 0]);
  before.close();
  await deleteRaw('lost');

  const { toCaptureAgain } = await loss(await open('lost', notes));
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

test('what this device still has is not to be captured again', async () => {
  const notes = pageNotes();
  const kerbside = await open('kept', notes);
  await kerbside.inspections.createOne({ tasks: {} });
  await kerbside.sync.flush();
  const told: string[] = [];
  kerbside.on('storage.lost', ({ since }) => told.push(since));
  expect((await kerbside.storage.usage()).lostSince).toBeNull();
  expect(told).toEqual([]);
});
