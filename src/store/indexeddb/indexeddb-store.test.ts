import 'fake-indexeddb/auto';
import { storeConformance } from '../store-conformance.suite.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

storeConformance(
  'IndexedDbStore under fake-indexeddb',
  async () => new IndexedDbStore({ name: crypto.randomUUID() }),
);
