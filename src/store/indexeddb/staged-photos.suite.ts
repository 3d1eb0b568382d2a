import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, spyTransactions } from '../../../test/fixtures/databases/indexeddb-faults.ts';
import { openRaw, waitForCommit } from '../../../test/fixtures/databases/raw.ts';
import { commitOf, operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** Photos are written before the records of their commit, so that reads of records do not wait for them. */
export function stagedPhotos(): void {
  let name = '';
  const toClose: { close(): void }[] = [];
  const faults: Fault[] = [];
  beforeEach(() => {
    name = `staged-${crypto.randomUUID()}`;
  });
  afterEach(() => {
    for (const fault of faults.splice(0)) fault.end();
    for (const one of toClose.splice(0)) one.close();
  });
  const HOUR = 3_600_000;
  const openStore = (hoursLater = 0) => {
    const store = new IndexedDbStore({ name, now: () => NOW + hoursLater * HOUR });
    toClose.push(store);
    return store;
  };
  const openDatabase = async () => {
    const database = await openRaw(name);
    toClose.push(database);
    return database;
  };
  const isRecordWrite = ({ objectStoreNames, mode }: IDBTransaction) =>
    mode === 'readwrite' && objectStoreNames.contains('inspections');
  const onRecordWrite = (act: (transaction: IDBTransaction) => void) => {
    let isDone = false;
    faults.push(
      spyTransactions((transaction) => {
        if (isDone || !isRecordWrite(transaction)) return;
        isDone = true;
        act(transaction);
      }),
    );
  };
  const NOW = Date.UTC(2026, 2, 4);
  const stage = async (photo: StoredPhoto) => {
    const writing = (await openDatabase()).transaction(['photos', 'stagedPhotos'], 'readwrite');
    writing.objectStore('photos').put(photo);
    writing.objectStore('stagedPhotos').put(NOW, photo.imageId);
    await waitForCommit(writing);
  };
  const commit = commitOf(stateOf('a'), {
    photos: [photoOf('a', 'a-1'), photoOf('a', 'a-2')],
    operations: [operationOf('a', 'a1')],
  });
  const EMPTY = { inspections: 0, photos: 0, operations: 0 };
  const COMMITTED = { inspections: 1, photos: 2, operations: 1 };
  const readKeys = async (store: 'photos' | 'stagedPhotos') => {
    const request = (await openDatabase()).transaction(store).objectStore(store).getAllKeys();
    await new Promise((resolve) => request.addEventListener('success', resolve));
    return request.result;
  };

  test('records, lists and counts are read while photos are being written', async () => {
    const store = openStore();
    await store.commit(commit);
    const database = await openDatabase();
    const writing = database.transaction(['photos', 'stagedPhotos'], 'readwrite');
    let isWriting = true;
    // A transaction ends as soon as it has no request. This one has one until the test has read everything.
    const keepWriting = () => {
      if (isWriting) writing.objectStore('photos').count().onsuccess = keepWriting;
    };
    keepWriting();
    expect((await store.load('a'))?.version).toBe(1);
    const list = { scope: 'all', includeDeleted: false, limit: 5, paginationOrder: 'asc' } as const;
    expect((await store.list(list)).records).toHaveLength(1);
    expect(await store.outboxCounts()).toMatchObject({ queued: 1 });
    expect(await store.outboxEntries()).toHaveLength(1);
    isWriting = false;
    await waitForCommit(writing);
  });

  test('a committed photo is not staged', async () => {
    const store = openStore();
    expect(await store.commit(commit)).toBe(true);
    expect(await store.counts()).toEqual(COMMITTED);
    expect(await readKeys('stagedPhotos')).toEqual([]);
  });

  test.each([
    { what: 'an hour later', hoursLater: 1.1 },
    { what: 'if the clock was set back', hoursLater: -2 },
  ])(
    'a photo whose records were not written does not count, and is deleted $what',
    async ({ hoursLater }) => {
      await openStore().counts();
      await stage(photoOf('lost', 'lost-1'));
      const [soon, later] = [openStore(0.9), openStore(hoursLater)];
      await soon.commit(commit);
      expect(await soon.counts()).toEqual(COMMITTED);
      expect(await readKeys('photos')).toEqual(['a-1', 'a-2', 'lost-1']);
      await later.commit(commitOf(stateOf('b'), { photos: [photoOf('b', 'b-1')] }));
      expect(await readKeys('photos')).toEqual(['a-1', 'a-2', 'b-1']);
      expect(await readKeys('stagedPhotos')).toEqual([]);
    },
  );

  test('a photo that another page deletes too early is written again with its records', async () => {
    const store = openStore();
    await store.counts();
    const database = await openDatabase();
    const swept: Promise<void>[] = [];
    // The store has requested its second transaction. One that is requested before it is created comes first.
    const { transaction } = IDBDatabase.prototype;
    let isSwept = false;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
      const [stores, mode] = args;
      if (!isSwept && mode === 'readwrite' && [...stores].includes('inspections')) {
        isSwept = true;
        const sweep = transaction.call(database, ['photos', 'stagedPhotos'], 'readwrite');
        sweep.objectStore('photos').clear();
        sweep.objectStore('stagedPhotos').clear();
        swept.push(waitForCommit(sweep));
      }
      return transaction.apply(this, args);
    };
    faults.push({ count: 0, end: () => Object.assign(IDBDatabase.prototype, { transaction }) });
    expect(await store.commit(commit)).toBe(true);
    expect(swept).toHaveLength(1);
    expect((await store.photo('a-1'))?.bytes.byteLength).toBe(3);
    expect(await store.counts()).toEqual(COMMITTED);
  });

  test('a photo that was staged before it was written with its records is not deleted later', async () => {
    await openStore().counts();
    await stage(photoOf('a', 'a-1'));
    const database = await openDatabase();
    const { transaction } = IDBDatabase.prototype;
    let isSwept = false;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
      const [stores, mode] = args;
      if (!isSwept && mode === 'readwrite' && [...stores].includes('inspections')) {
        isSwept = true;
        const sweep = transaction.call(database, ['photos', 'stagedPhotos'], 'readwrite');
        for (const name of ['photos', 'stagedPhotos']) sweep.objectStore(name).delete('a-2'); // a-1 stays staged
      }
      return transaction.apply(this, args);
    };
    faults.push({ count: 0, end: () => Object.assign(IDBDatabase.prototype, { transaction }) });
    await openStore().commit(commit);
    await openStore(2).commit(commitOf(stateOf('b'), { photos: [photoOf('b', 'b-1')] }));
    expect(await readKeys('photos')).toEqual(['a-1', 'a-2', 'b-1']);
  });

  describe('a commit that fails', () => {
    test('with a version conflict deletes its photos', async () => {
      const store = openStore();
      expect(await store.commit({ ...commit, expectedVersion: 7 })).toBe(false);
      expect(await readKeys('photos')).toEqual([]);
      expect(await readKeys('stagedPhotos')).toEqual([]);
    });

    test('while its records are written deletes its photos', async () => {
      const store = openStore();
      await store.counts();
      onRecordWrite((transaction) => {
        const { objectStore } = transaction;
        transaction.objectStore = (storeName) => {
          if (storeName === 'outbox') throw new DOMException('The disk is full.', 'QuotaExceededError');
          return objectStore.call(transaction, storeName);
        };
      });
      await expect(store.commit(commit)).rejects.toMatchObject({ code: 'storage_full' });
      expect(await store.counts()).toEqual(EMPTY);
      expect(await readKeys('photos')).toEqual([]);
    });

    test('does not touch the photo that an image has', async () => {
      const store = openStore();
      await store.commit(commit);
      const other = { photos: [photoOf('a', 'a-1', [9]), photoOf('a', 'a-3')], expectedVersion: 7 };
      expect(await store.commit(commitOf(stateOf('a'), other))).toBe(false);
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1'));
      expect(await store.counts()).toEqual(COMMITTED);
    });
  });

  test('a photo of an image that has one replaces it, in the transaction of its records', async () => {
    const store = openStore();
    await store.commit(commit);
    const photos = [photoOf('a', 'a-1', [9])];
    expect(await store.commit(commitOf(stateOf('a'), { photos, expectedVersion: 1 }))).toBe(true);
    expect(await store.photo('a-1')).toStrictEqual(photos[0]);
  });

  test('a commit that is repeated after it succeeded keeps its photos', async () => {
    const store = openStore();
    expect(await store.commit(commit)).toBe(true);
    expect(await store.commit(commit)).toBe(true);
    expect(await store.counts()).toEqual(COMMITTED);
  });

  test('a purge deletes staged photos', async () => {
    const store = openStore();
    await store.commit(commit);
    await stage(photoOf('a', 'a-9'));
    await store.purge('a');
    expect(await store.counts()).toEqual(EMPTY);
    expect(await readKeys('stagedPhotos')).toEqual([]);
  });
}
