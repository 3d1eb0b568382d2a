import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteRaw, openRaw } from '../../../test/fixtures/databases/raw.ts';
import { commitOf, operationOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** F8: another tab upgrades, deletes or blocks the database. */
export function versions(): void {
  let name: string;
  let store: IndexedDbStore;
  /** For tests in which another tab blocks the database. */
  let shortTimeout: IndexedDbStore;
  let outdated: number;
  const others: IDBDatabase[] = [];

  beforeEach(() => {
    name = `versions-${crypto.randomUUID()}`;
    outdated = 0;
    store = new IndexedDbStore({ name, onOutdated: () => (outdated += 1) });
    shortTimeout = new IndexedDbStore({ name, openTimeoutMs: 30 });
  });
  afterEach(() => {
    store.close();
    shortTimeout.close();
    for (const other of others.splice(0)) other.close();
  });
  const otherTab = async (version?: number, options?: { ignoresVersionChange: boolean }) => {
    const database = await openRaw(name, version, options);
    others.push(database);
    return database;
  };
  const outdatedError = { name: 'KerbsideError', code: 'storage_outdated', retryable: false };

  test('closes for a newer version, calls onOutdated once, and then throws storage_outdated', async () => {
    await store.commit(commitOf(stateOf('a')));
    await otherTab(SCHEMA_VERSION + 1);
    expect(outdated).toBe(1);
    await expect(store.load('a')).rejects.toMatchObject(outdatedError);
    await expect(store.commit(commitOf(stateOf('b')))).rejects.toMatchObject(outdatedError);
    expect(outdated).toBe(1);
  });

  test('throws storage_outdated for a database of a newer version', async () => {
    (await otherTab(SCHEMA_VERSION + 1)).close();
    await expect(store.counts()).rejects.toMatchObject(outdatedError);
  });

  test('commits during an upgrade are applied completely or rejected, and none hangs', async () => {
    await store.commit(commitOf(stateOf('first')));
    const ids = Array.from({ length: 20 }, (_, index) => `inspection-${index}`);
    const commits = ids.map((id) =>
      store.commit(commitOf(stateOf(id), { operations: [operationOf(id, id)] })),
    );
    const upgraded = otherTab(SCHEMA_VERSION + 1);
    const results = await Promise.allSettled(commits);
    const database = await upgraded;
    const done = ids.filter((_id, index) => results[index]?.status === 'fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(outdatedError);
    }
    const transaction = database.transaction(['inspections', 'outbox']);
    const keys = transaction.objectStore('inspections').getAllKeys();
    const operations = transaction.objectStore('outbox').getAll();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    expect(keys.result).toEqual(['first', ...done].toSorted());
    expect(operations.result.map(({ id }: { id: string }) => id)).toEqual(done);
  });

  test('closes when the database is deleted, and the next call creates a new one', async () => {
    await store.commit(commitOf(stateOf('a')));
    await deleteRaw(name);
    expect(outdated).toBe(0);
    expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    expect(await store.commit(commitOf(stateOf('a')))).toBe(true);
  });

  test.each([
    { what: 'an upgrade', start: () => otherTab(SCHEMA_VERSION + 1), after: 'storage_outdated' },
    { what: 'a deletion', start: () => deleteRaw(name), after: undefined },
  ])('calls reject after the timeout while a third tab blocks $what', async ({ start, after }) => {
    const holder = await otherTab(SCHEMA_VERSION, { ignoresVersionChange: true });
    const waiting = start();
    await expect(shortTimeout.counts()).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: true,
      // The request itself is not blocked, it waits for the other one. A slow device looks the same.
      message: expect.stringContaining('did not open within 0.03 s. The device may be busy'),
    });
    holder.close();
    await waiting;
    if (after) await expect(store.counts()).rejects.toMatchObject({ code: after });
    else expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
  });

  test('names the other tab if its older version blocks the upgrade', async () => {
    await otherTab(1, { ignoresVersionChange: true });
    // Long enough for a busy browser to report that the request is blocked.
    const longTimeout = new IndexedDbStore({ name, openTimeoutMs: 2_000 });
    await expect(longTimeout.counts()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('another tab uses an older version'),
    });
    longTimeout.close();
  });

  test('a connection that opens after the timeout is closed', async () => {
    const holder = await otherTab(SCHEMA_VERSION, { ignoresVersionChange: true });
    const deleted = deleteRaw(name);
    await expect(shortTimeout.counts()).rejects.toMatchObject({ code: 'storage_unavailable' });
    holder.close();
    const close = vi.spyOn(IDBDatabase.prototype, 'close');
    await deleted;
    await expect.poll(() => close).toHaveBeenCalledOnce();
    close.mockRestore();
  });
}
