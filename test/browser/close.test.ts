import { expect, test } from 'vitest';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { openKerbside } from '../../src/kerbside.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { eventually } from '../fixtures/eventually.ts';

/** Returns true if another connection is in the way of the deletion. */
function isBlockedFor(database: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(database);
    request.onblocked = () => resolve(true);
    request.onsuccess = () => resolve(false);
    request.onerror = () => reject(request.error);
  });
}

const locksOf = async (database: string) => {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].map(({ name }) => name).filter((name) => name?.includes(database));
};

/** Opens Kerbside with a task, an assessment and a request in progress. */
async function openBusy(database: string) {
  const started = new Set<string>();
  const untilAborted = (name: string, signal: AbortSignal | null | undefined) =>
    new Promise<never>((_resolve, reject) => {
      started.add(name);
      signal?.addEventListener('abort', () => setTimeout(() => reject(signal.reason), 20));
    });
  const analyzer: Analyzer = {
    analyze: ({ signal }) => untilAborted('task', signal),
    assess: (_image, signal) => untilAborted('assessment', signal),
  };
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    database,
    analyzer,
    sync: remoteSync({
      baseUrl: 'https://api.example.org/v1',
      getToken: () => 'token',
      route: 'device',
      fetch: (_url, init) => untilAborted('request', init?.signal),
    }),
  });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = await browserPhoto({ seed: 1, width: 64, height: 48 });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await eventually(() => expect([...started].sort()).toEqual(['assessment', 'request', 'task']));
  return { kerbside, id };
}

test('when close resolves, the database and all locks are free, whatever was in progress', async () => {
  const database = crypto.randomUUID();
  const { kerbside, id } = await openBusy(database);
  const writing = Array.from({ length: 5 }, () =>
    kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' }).catch(() => {}),
  );
  expect(await locksOf(database)).not.toEqual([]);
  await kerbside.close();
  expect(await locksOf(database)).toEqual([]);
  expect(await isBlockedFor(database)).toBe(false);
  await Promise.all(writing);
});

test('close may be called again, and calls throw closed at once', async () => {
  const { kerbside, id } = await openBusy(crypto.randomUUID());
  const closing = kerbside.close();
  await expect(kerbside.inspections.getOne(id)).rejects.toMatchObject({ code: 'closed' });
  await Promise.all([closing, kerbside.close()]);
  await kerbside.close();
});

test('a database that is closed can be opened again at once, and its task runs again', async () => {
  const database = crypto.randomUUID();
  const { kerbside, id } = await openBusy(database);
  await kerbside.close();
  const again = await openKerbside({
    user: { id: 'ann' },
    database,
    analyzer: { analyze: async () => ({ createdBy: { model: 'a', version: '1', engine: 'none' } }) },
  });
  await again.tasks.whenDone(id, 'damage_detection');
  await again.close();
  expect(await isBlockedFor(database)).toBe(false);
});
