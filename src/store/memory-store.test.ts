import { MemoryStore } from './memory-store.ts';
import { outboxStoreConformance } from './outbox-store.suite.ts';
import { storeConformance } from './store-conformance.suite.ts';

storeConformance('MemoryStore', async () => new MemoryStore());
outboxStoreConformance('MemoryStore', async () => new MemoryStore());
