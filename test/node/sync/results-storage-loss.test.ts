import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { EventOf } from '../../../src/domain/events.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import type { Notes } from '../../../src/platform/ports.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { deleteRaw } from '../../fixtures/databases/raw.ts';
import { useService } from '../support/use-service.ts';

/** F18 with a service: which inspections to capture again. F18 on the device is in test/browser/store-lost.test.ts. */

const service = useService();
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** In-memory notes, which survive the loss of the database. */
function createNotes(): Notes {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name),
    write: (name, text) => (text === undefined ? kept.delete(name) : kept.set(name, text)),
  };
}

async function open(
  database: string,
  notes: Notes,
  isOffline: () => boolean | Promise<boolean> = () => false,
): Promise<Kerbside> {
  const user = { id: 'ann' };
  const token = await service.tokenFor(user);
  const kerbside = await openKerbside({
    user,
    database,
    platform: { locks: createLocks(undefined), notes },
    sync: remoteSync({
      baseUrl: service.url,
      getToken: () => token,
      fetch: async (url, init) => {
        if (await isOffline()) throw new TypeError('No network.');
        return fetch(url, init);
      },
    }),
  });
  opened.push(kerbside);
  return kerbside;
}

/** Resolves with the storage.lost event that has the service's inspections. */
function waitForLoss(kerbside: Kerbside): Promise<EventOf<'storage.lost'>> {
  return new Promise((resolve) => {
    kerbside.on('storage.lost', (event) => {
      if (event.toCaptureAgain) resolve(event);
    });
  });
}

test('after a storage loss, storage.lost lists the unfinished inspections of the service', async () => {
  const notes = createNotes();
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

  const { toCaptureAgain } = await waitForLoss(await open('lost', notes));
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

test('after a start without a network, storage.lost follows as soon as there is one', async () => {
  const notes = createNotes();
  const before = await open('offline', notes);
  await before.inspections.createOne({ tasks: {}, additionalData: { booking: 'only here' } });
  await before.sync.flush();
  before.close();
  await deleteRaw('offline');

  let isOffline = true;
  const kerbside = await open('offline', notes, () => isOffline);
  const loss = waitForLoss(kerbside);
  await new Promise((resolve) => kerbside.on('storage.lost', resolve)); // the first event, without a list
  isOffline = false;
  await kerbside.sync.flush();
  expect((await loss).toCaptureAgain).toContainEqual(
    expect.objectContaining({ additionalData: { booking: 'only here' } }),
  );
});

test('without a storage loss, nothing is emitted', async () => {
  const notes = createNotes();
  const kerbside = await open('kept', notes);
  await kerbside.inspections.createOne({ tasks: {} });
  await kerbside.sync.flush();
  const emitted: string[] = [];
  kerbside.on('storage.lost', ({ since }) => emitted.push(since));
  expect((await kerbside.storage.usage()).lostSince).toBeNull();
  expect(emitted).toEqual([]);
});

const createBooking = async ({ inspections }: Kerbside, booking: string) => {
  await inspections.createOne({ tasks: {}, additionalData: { booking } });
};

async function waitForBooking(kerbside: Kerbside, booking: string): Promise<void> {
  const isUnsent = async () => (await kerbside.storage.usage()).operations;
  await expect.poll(isUnsent, { timeout: 30_000 }).toBe(0);
  const remote = createRemoteClient({
    baseUrl: service.url,
    getToken: () => service.tokenFor({ id: 'ann' }),
  });
  const { data } = await remote.inspections.getMany({ limit: 100 });
  expect(data).toContainEqual(
    expect.objectContaining({ additionalData: expect.objectContaining({ booking }) }),
  );
}

test('what is recorded after a loss while the app is open is sent without a trigger', async () => {
  const kerbside = await open('lost-while-open', createNotes());
  for (const booking of ['one', 'two', 'three']) await createBooking(kerbside, booking);
  await kerbside.sync.flush();
  await deleteRaw('lost-while-open');
  await createBooking(kerbside, 'after the loss');
  await waitForBooking(kerbside, 'after the loss');
});

// Proves fault F18.
test('the late response to a lost operation removes no operation of the new database', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  let isOffline = false;
  const kerbside = await open('late-response', createNotes(), async () => {
    requests += 1;
    if (requests > 1) return isOffline;
    await released;
    return false;
  });
  await createBooking(kerbside, 'lost');
  await expect.poll(() => requests).toBe(1);
  await deleteRaw('late-response');
  isOffline = true;
  await createBooking(kerbside, 'with the same sequence');
  release();
  await kerbside.sync.flush();
  isOffline = false;
  await kerbside.sync.flush();
  await waitForBooking(kerbside, 'with the same sequence');
});
