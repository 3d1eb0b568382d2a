import { type Summary, summary } from '../../lib/samples.ts';

export interface LoopResult {
  perSecond: number;
  latency: Summary;
}

/** Runs the work `concurrency` times at once for `seconds`, each repetition as soon as the last one has ended. */
export async function runClosedLoop(
  work: () => Promise<unknown>,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<LoopResult> {
  const samples: number[] = [];
  const start = performance.now();
  const deadline = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < deadline) {
        const from = performance.now();
        await work();
        samples.push(performance.now() - from);
      }
    }),
  );
  return { perSecond: (samples.length * 1000) / (performance.now() - start), latency: summary(samples) };
}
