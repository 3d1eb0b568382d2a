/** Limits how many bytes of photos the requests of this process hold in memory together. */
export interface PhotoMemory {
  /**
   * Runs `work`, which holds this many bytes, as soon as there is room. Waiting work starts in call order, so that large photos
   * are not overtaken forever. Work that needs more than the limit runs alone.
   */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export interface PhotoMemoryOptions {
  maxBytes: number;
  /** How much work runs at the same time, however few bytes it holds. */
  maxRequests: number;
}

export function createPhotoMemory({ maxBytes, maxRequests }: PhotoMemoryOptions): PhotoMemory {
  let held = 0;
  let running = 0;
  const waiting: { bytes: number; start(): void }[] = [];
  const startWaiting = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const hasRoom = running < maxRequests && held + next.bytes <= maxBytes;
      if (running > 0 && !hasRoom) return;
      waiting.shift();
      held += next.bytes;
      running += 1;
      next.start();
    }
  };
  return {
    async run(bytes, work) {
      await new Promise<void>((start) => {
        waiting.push({ bytes, start });
        startWaiting();
      });
      try {
        return await work();
      } finally {
        held -= bytes;
        running -= 1;
        startWaiting();
      }
    },
  };
}
