/** Runs work one at a time per key, in the order of asking; different keys do not wait for each other. */
export interface KeyedQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const turn = (tails.get(key) ?? Promise.resolve()).then(work, work);
      tails.set(key, turn);
      const forget = () => {
        if (tails.get(key) === turn) tails.delete(key);
      };
      turn.then(forget, forget);
      return turn;
    },
  };
}
