import { deleteDB } from 'idb';
import { afterAll } from 'vitest';
import { storeConformance } from '../store-conformance.suite.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

const names: string[] = [];

storeConformance('IndexedDbStore in a browser', async () => {
  const name = `conformance-${names.length}`;
  await deleteDB(name);
  names.push(name);
  return new IndexedDbStore({ name });
});

afterAll(() => Promise.all(names.map((name) => deleteDB(name))));
