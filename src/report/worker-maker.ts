import { keepFiles } from '../inference/keep-runtime.ts';
import { WorkerClient } from '../inference/worker-client.ts';
import type { ReportMaker } from './report-maker.ts';
import type { reportMethods } from './report-methods.ts';

/**
 * Makes reports in a worker of their own, which ends when it is idle. `workers` is the folder URL of the built workers,
 * or a function that makes the report's; who bundles it keeps it for offline use, too: where its script is, only they
 * know, so to preload it is to start it, and their service worker sees it pass.
 */
export function workerMaker(workers: string | (() => Worker)): ReportMaker {
  const script = typeof workers === 'string' ? scriptIn(workers) : undefined;
  const createWorker =
    typeof workers === 'string'
      ? () => new Worker(scriptIn(workers), { type: 'module', name: 'report' })
      : workers;
  const client = new WorkerClient<typeof reportMethods>({ createWorker, name: 'report' });
  return {
    scale: (photos, limits) => client.run((worker) => worker.scale(photos, limits)),
    photosOf: (subject) => client.run((worker) => worker.photosOf(subject)),
    build: (subject, photos) => client.run((worker) => worker.build(subject, photos)),
    preload: () => (script ? keepFiles([script], globalThis.caches) : client.run(async () => {})),
    close: () => client.close(),
  };
}

function scriptIn(folder: string): string {
  return new URL(`${folder.replace(/\/?$/, '/')}report.js`, globalThis.location?.href).href;
}
