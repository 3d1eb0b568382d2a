import { abortedError } from '../errors.ts';
import type { Locks } from './ports.ts';
import { createProcessLocks } from './process-locks.ts';

/** For environments without Web Locks. Shared: two Kerbside instances of one process must exclude each other. */
const processLocks = createProcessLocks();

/**
 * Returns Web Locks if the browser has them and allows the page to use them: not in a sandboxed frame, for example. Otherwise
 * returns locks that hold within this tab only.
 *
 * @param manager - `navigator.locks`, if it exists.
 */
export function createLocks(manager: LockManager | undefined): Locks {
  return manager ? createWebLocks(manager) : processLocks;
}

function createWebLocks(manager: LockManager): Locks {
  return {
    async withLock(name, work, signal) {
      let hasStarted = false;
      const start = () => {
        hasStarted = true;
        return work();
      };
      try {
        return await manager.request(name, signal ? { signal } : {}, start);
      } catch (error) {
        if (!hasStarted && isDenied(error)) return processLocks.withLock(name, work, signal);
        // The browser rejects with the signal's reason: a DOMException, or any value.
        throw signal?.aborted && !hasStarted ? abortedError(signal) : error;
      }
    },
  };
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && error.name === 'SecurityError';
}
