import { deleteDB } from 'idb';
import { afterAll } from 'vitest';
import { outboxStoreConformance } from '../outbox-store.suite.ts';
import { storeConformance } from '../store-conformance.suite.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

const names: string[] = [];

const open = async () => {
  const name = `conformance-${names.length}`;
  await deleteDB(name);
  names.push(name);
  return new IndexedDbStore({ name });
};

storeConformance('IndexedDbStore in a browser', open);
outboxStoreConformance('IndexedDbStore in a browser', open);

afterAll(() => Promise.all(names.map((name) => deleteDB(name))));
