import { Worker } from 'node:worker_threads';
import type { Finding } from '../../src/analysis/find-damage.ts';

export interface WorkerSetup {
  manifest: string;
  model: string;
  precision: 'int8' | 'fp16';
  threshold: number;
}

export type WorkerAnswer = { ready: true } | { findings: Finding[] } | { error: string };

/** Findings of each photo, in order, by `threads` workers. The first error ends it. */
export async function analysePhotos(
  paths: readonly string[],
  setup: WorkerSetup,
  threads: number,
  onProgress: (done: number) => void,
): Promise<{ findings: Finding[][]; seconds: number }> {
  const findings: Finding[][] = paths.map(() => []);
  const workers = Array.from(
    { length: Math.min(threads, paths.length) },
    () => new Worker(new URL('./worker.mjs', import.meta.url), { workerData: setup }),
  );
  try {
    await Promise.all(workers.map(nextAnswer));
    const began = performance.now();
    let next = 0;
    let done = 0;
    await Promise.all(
      workers.map(async (worker) => {
        for (let index = next; index < paths.length; index = next) {
          next += 1;
          const pending = nextAnswer(worker);
          worker.postMessage(paths[index]);
          const answer = await pending;
          if ('error' in answer) throw new Error(answer.error);
          if ('findings' in answer) findings[index] = answer.findings;
          done += 1;
          onProgress(done);
        }
      }),
    );
    return { findings, seconds: (performance.now() - began) / 1000 };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The worker's next message; rejects if it dies instead. */
function nextAnswer(worker: Worker): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (answer: WorkerAnswer) => {
      settle();
      resolve(answer);
    };
    const onError = (error: unknown) => {
      settle();
      reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
  });
}
