import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage } from './in-workers.ts';

/**
 * Serves the jobs of `inWorkers` in this worker thread.
 *
 * @param start Receives the setup, loads the models, and returns the function that runs a job.
 */
export async function serveJobs<Setup, Job, Result>(
  start: (setup: Setup) => Promise<(job: Job) => Promise<Result>>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This module runs as a worker thread: start it with npm run eval.');
  const run = await start(workerData.setup);
  const post = (message: WorkerMessage<Result>) => port.postMessage(message);
  port.on('message', async (job: Job) => {
    try {
      post({ result: await run(job) });
    } catch (error) {
      post({ error: error instanceof Error ? error.message : String(error) });
    }
  });
  post({ ready: true });
}
