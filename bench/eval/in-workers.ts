import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A file to work on. */
export interface FileJob {
  path: string;
}

/** What a worker posts: `ready`, then one message per job. */
export type WorkerMessage<Result> = { ready: true } | { result: Result } | { error: string };

interface WorkOptions {
  threads: number;
  onProgress(done: number): void;
}

/**
 * Runs jobs in worker threads, and returns the result of each, in order. Rejects with the first error.
 *
 * @param script A module that calls `serveJobs`.
 */
export async function inWorkers<Job extends FileJob, Result>(
  script: URL,
  setup: unknown,
  jobs: readonly Job[],
  { threads, onProgress }: WorkOptions,
): Promise<{ results: Result[]; seconds: number }> {
  const results: Result[] = new Array(jobs.length);
  const start = new URL('./start-worker.mjs', import.meta.url);
  const workers = Array.from(
    { length: Math.min(threads, jobs.length) },
    () => new Worker(start, { workerData: { script: script.href, setup } }),
  );
  try {
    await Promise.all(workers.map((worker) => nextMessage(worker)));
    const began = performance.now();
    const queue = jobs.entries();
    let done = 0;
    await Promise.all(
      workers.map(async (worker) => {
        // All workers take from one iterator.
        for (const [index, job] of queue) {
          const pending = nextMessage<Result>(worker);
          worker.postMessage(job);
          const message = await pending;
          if ('error' in message) throw new Error(`${job.path}: ${message.error}`);
          if ('result' in message) results[index] = message.result;
          done += 1;
          onProgress(done);
        }
      }),
    );
    return { results, seconds: (performance.now() - began) / 1000 };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Resolves with the worker's next message. Rejects if the worker fails or exits. */
async function nextMessage<Result>(worker: Worker): Promise<WorkerMessage<Result>> {
  const listening = new AbortController();
  const { signal } = listening;
  const exit = once(worker, 'exit', { signal }).then(([status]) => {
    throw new Error(`A worker ended with status ${status}.`);
  });
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), exit]);
    return message;
  } finally {
    listening.abort();
  }
}
