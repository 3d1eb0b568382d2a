import { MemoryStore } from './memory-store.ts';
import { storeConformance } from './store-conformance.suite.ts';

storeConformance('MemoryStore', async () => new MemoryStore());
