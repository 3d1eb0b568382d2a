import 'fake-indexeddb/auto';
import { outboxStoreConformance } from '../outbox-store.suite.ts';
import { storeConformance } from '../store-conformance.suite.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

const name = 'IndexedDbStore under fake-indexeddb';
const open = async () => new IndexedDbStore({ name: crypto.randomUUID() });

storeConformance(name, open);
outboxStoreConformance(name, open);
