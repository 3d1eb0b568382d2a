import { createKeyedQueue } from './keyed-queue.ts';
import type { Locks } from './ports.ts';

/** For environments without Web Locks. Shared: two Kerbside instances of one process must exclude each other. */
const processLocks = createKeyedQueue();

/**
 * Returns Web Locks if the browser has them. Otherwise returns locks that hold within this tab only.
 *
 * @param manager - `navigator.locks`, if it exists.
 */
export function createLocks(manager: LockManager | undefined): Locks {
  if (manager) {
    return {
      hold: async (name, work, signal) => await manager.request(name, signal ? { signal } : {}, work),
    };
  }
  return {
    hold: (name, work, signal) =>
      processLocks.run(name, () => {
        signal?.throwIfAborted();
        return work();
      }),
  };
}
