import { createKeyedQueue } from './keyed-queue.ts';
import type { Locks } from './ports.ts';

/** For hosts without Web Locks. One for all: two Kerbsides in one process must wait for each other, too. */
const withinThisProcess = createKeyedQueue();

/** Web Locks where there are any; else locks that hold within this tab, which is all such a browser allows. */
export function createLocks(manager: LockManager | undefined): Locks {
  if (manager) {
    return {
      hold: async (name, work, signal) => await manager.request(name, signal ? { signal } : {}, work),
    };
  }
  return {
    hold: (name, work, signal) =>
      withinThisProcess.run(name, () => {
        signal?.throwIfAborted();
        return work();
      }),
  };
}
