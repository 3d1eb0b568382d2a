/** Limits how much work runs at the same time. */
export interface Slots {
  /** Runs `work` as soon as a slot is free. Waiting work starts in call order. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param count - How much work runs at the same time. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
