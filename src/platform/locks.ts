import { createKeyedQueue } from './keyed-queue.ts';
import type { Locks } from './ports.ts';

/** Web Locks where there are any; else locks that hold within this tab, which is all such a browser allows. */
export function createLocks(manager: LockManager | undefined): Locks {
  if (manager) {
    return {
      hold: async (name, work, signal) => await manager.request(name, signal ? { signal } : {}, work),
    };
  }
  const queue = createKeyedQueue();
  return {
    hold: (name, work, signal) =>
      queue.run(name, () => {
        signal?.throwIfAborted();
        return work();
      }),
  };
}
