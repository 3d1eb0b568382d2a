import { MemoryStore } from '../../../src/store/memory-store.ts';

/** One memory for several Kerbsides: the first of them to be closed does not take it from the others. */
export class SharedMemoryStore extends MemoryStore {
  override close(): void {}
}
