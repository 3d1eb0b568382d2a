import { MemoryStore } from '../../../src/store/memory-store.ts';

/** A store for several Kerbside instances: closing one does not close the store. */
export class SharedMemoryStore extends MemoryStore {
  override close(): void {}
}
