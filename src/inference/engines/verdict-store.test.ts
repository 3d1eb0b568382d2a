import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { createVerdictStore } from './verdict-store.ts';

const verdict = { passed: true, reason: '', runMs: 12 };

let name: string;
beforeEach(() => {
  name = `verdicts-${crypto.randomUUID()}`;
});

test('verdicts survive a reload', async () => {
  const before = createVerdictStore(name);
  await before.put('a', verdict);
  before.close();
  const after = createVerdictStore(name);
  expect(await after.get('a')).toEqual(verdict);
  expect(await after.get('b')).toBeUndefined();
  after.close();
});

test('reads each verdict once, also one that is missing, until it is put', async () => {
  const store = createVerdictStore(name);
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  for (let photo = 0; photo < 3; photo += 1) expect(await store.get('a')).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(1);
  await store.put('a', verdict);
  expect(await store.get('a')).toEqual(verdict);
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
  await store.close();
});

test('a closed store has no connection left, and opens none', async () => {
  const store = createVerdictStore(name);
  await store.put('a', verdict);
  store.close();
  await expect(store.put('b', verdict)).rejects.toMatchObject({ code: 'closed' });
  let isBlocked = false;
  await deleteDB(name, { blocked: () => (isBlocked = true) });
  expect(isBlocked).toBe(false);
});

test('the app can delete the database while the store is open', async () => {
  const store = createVerdictStore(name);
  await store.put('a', verdict);
  let isBlocked = false;
  await deleteDB(name, { blocked: () => (isBlocked = true) });
  expect(isBlocked).toBe(false);
  await store.put('b', verdict);
  store.close();
});
