import { Worker } from 'node:worker_threads';
import type { Detection } from '../../src/analysis/detection/detections.ts';

export interface WorkerSetup {
  manifest: string;
  model: string;
  precision: 'int8' | 'fp16';
  /** Whether to run on onnxruntime-node. */
  native: boolean;
  threshold: number;
  /** The most pixels of each canvas, in place of the manifest's. */
  areas?: [number, number?];
  /** The most crops of a photo to run on. With several, the photo is evaluated with each. */
  crops: readonly number[];
}

/** What the model returned for a photo with one number of crops. */
export interface PhotoRun {
  detections: Detection[];
  /** On how many crops it ran. */
  crops: number;
  /** Time of its runs, in milliseconds. */
  ms: number;
}

/** What a worker posts: `ready`, then one message per job. */
export type WorkerMessage<Result = PhotoRun[]> = { ready: true } | { result: Result } | { error: string };

/** Analyses photos with `threads` workers. Returns the runs of each, in order. Rejects with the first error. */
export async function analysePhotos(
  paths: readonly string[],
  setup: WorkerSetup,
  threads: number,
  onProgress: (done: number) => void,
): Promise<{ runs: PhotoRun[][]; seconds: number }> {
  const script = new URL('./worker.mjs', import.meta.url);
  const { results, seconds } = await inWorkers<string, PhotoRun[]>(script, setup, paths, threads, onProgress);
  return { runs: results, seconds };
}

/** Returns the result of each job, in order. */
export async function inWorkers<Job, Result>(
  script: URL,
  setup: unknown,
  jobs: readonly Job[],
  threads: number,
  onProgress: (done: number) => void,
): Promise<{ results: Result[]; seconds: number }> {
  const results: Result[] = new Array(jobs.length);
  const workers = Array.from(
    { length: Math.min(threads, jobs.length) },
    () => new Worker(script, { workerData: setup }),
  );
  try {
    await Promise.all(workers.map((worker) => nextMessage(worker)));
    const began = performance.now();
    let next = 0;
    let done = 0;
    await Promise.all(
      workers.map(async (worker) => {
        for (let index = next; index < jobs.length; index = next) {
          next += 1;
          const pending = nextMessage<Result>(worker);
          worker.postMessage(jobs[index]);
          const message = await pending;
          if ('error' in message) throw new Error(message.error);
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

/** Resolves with the worker's next message. Rejects if the worker exits. */
function nextMessage<Result>(worker: Worker): Promise<WorkerMessage<Result>> {
  return new Promise((resolve, reject) => {
    const removeListeners = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (message: WorkerMessage<Result>) => {
      removeListeners();
      resolve(message);
    };
    const onError = (error: unknown) => {
      removeListeners();
      reject(error);
    };
    const onExit = (status: number) => onError(new Error(`A worker ended with status ${status}.`));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
