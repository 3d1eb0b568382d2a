import { throwIfAborted } from '../errors.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { Locks } from './ports.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

/** Returns locks that hold within this process, and exclude only each other. */
export function createProcessLocks(): Locks {
  const queue = createKeyedQueue();
  return {
    async withLock(name, work, signal) {
      throwIfAborted(signal);
      if (queue.isIdle(name)) return queue.run(name, work); // no wait that the signal could end
      let start = () => {};
      const started = new Promise<void>((resolve) => {
        start = resolve;
      });
      const result = queue.run(name, async () => {
        throwIfAborted(signal);
        start();
        return work();
      });
      // The wait ends with the signal, the work does not.
      await rejectOnAbort(Promise.race([started, result]), signal).catch((error: unknown) => {
        result.catch(() => {});
        throw error;
      });
      return result;
    },
  };
}
