import { rejectOnAbort } from '../platform/reject-on-abort.ts';

/** Runs work in two steps: `prepare` runs in parallel, `finish` runs one at a time in call order. */
export interface OrderedWork {
  /**
   * Work waits only for work with the same key. Work that fails or is aborted is skipped: later work finishes as soon as
   * the work before it has ended.
   */
  run<Prepared, T>(
    key: string,
    steps: { prepare(): Promise<Prepared>; finish(prepared: Prepared): Promise<T> },
    signal?: AbortSignal,
  ): Promise<T>;
}

/** @param maxPrepared - How many items of one key may be prepared but not finished. */
export function createOrderedWork(maxPrepared: number): OrderedWork {
  /** The last `maxPrepared` items by key. Each promise resolves after all items before it. */
  const queues = new Map<string, Promise<void>[]>();
  return {
    run(key, { prepare, finish }, signal) {
      const queue = queues.get(key) ?? [];
      const [slot, previous] = [queue.at(-maxPrepared), queue.at(-1)];
      const prepareInTurn = async () => {
        await slot;
        const prepared = await prepare();
        await previous;
        return prepared;
      };
      const result = rejectOnAbort(prepareInTurn(), signal).then(finish);
      const end = Promise.allSettled([previous, result]).then(() => {
        if (queues.get(key)?.at(-1) === end) queues.delete(key);
      });
      queues.set(key, [...queue, end].slice(-maxPrepared));
      return result;
    },
  };
}
