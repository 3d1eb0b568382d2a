/** A queue per key. */
export interface KeyedQueue {
  /** Runs `work` after all earlier work of the same key. Work of different keys runs concurrently. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Returns true if no work of the key runs or waits. */
  isIdle(key: string): boolean;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const result = (tails.get(key) ?? Promise.resolve()).then(work, work);
      tails.set(key, result);
      const removeIfLast = () => {
        if (tails.get(key) === result) tails.delete(key);
      };
      result.then(removeIfLast, removeIfLast);
      return result;
    },
    isIdle: (key) => !tails.has(key),
  };
}
