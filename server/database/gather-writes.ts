/** A write that waits for its turn. */
interface Waiting<Write, Result> {
  write: Write;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface GatherOptions<Write> {
  /** Batches that run at the same time. */
  maxRunning: number;
  /** Writes of one batch, and their size together. One larger write is a batch of its own. */
  maxWrites: number;
  maxSize: number;
  sizeOf(write: Write): number;
  /** Two writes with the same key are never in one batch. */
  keyOf(write: Write): string;
}

/**
 * Returns a function that runs writes of concurrent callers together: what arrives while batches run is the next batch. If
 * none runs, a write starts at once.
 *
 * @param run - Returns a result for each write, in order. If it rejects, all writes of the batch reject.
 */
export function gatherWrites<Write, Result>(
  run: (writes: readonly Write[]) => Promise<readonly Result[]>,
  options: GatherOptions<Write>,
): (write: Write) => Promise<Result> {
  let waiting: Waiting<Write, Result>[] = [];
  let running = 0;
  const startBatches = () => {
    while (running < options.maxRunning && waiting.length > 0) {
      const { batch, rest } = splitBatch(waiting, options);
      waiting = rest;
      running += 1;
      void runBatch(batch, run).then(() => {
        running -= 1;
        startBatches();
      });
    }
  };
  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject });
      startBatches();
    });
}

/** Takes the first writes that may run together, in order. */
function splitBatch<Write, Result>(
  waiting: readonly Waiting<Write, Result>[],
  { maxWrites, maxSize, sizeOf, keyOf }: GatherOptions<Write>,
): { batch: Waiting<Write, Result>[]; rest: Waiting<Write, Result>[] } {
  const batch: Waiting<Write, Result>[] = [];
  const rest: Waiting<Write, Result>[] = [];
  const keys = new Set<string>();
  let size = 0;
  for (const one of waiting) {
    const key = keyOf(one.write);
    const total = size + sizeOf(one.write);
    const fits = batch.length === 0 || (batch.length < maxWrites && total <= maxSize);
    if (!fits || keys.has(key)) {
      rest.push(one);
      continue;
    }
    keys.add(key);
    size = total;
    batch.push(one);
  }
  return { batch, rest };
}

async function runBatch<Write, Result>(
  batch: readonly Waiting<Write, Result>[],
  run: (writes: readonly Write[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ write }) => write));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
