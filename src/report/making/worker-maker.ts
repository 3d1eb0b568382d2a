import { keepFiles } from '../../inference/files/cache-runtime.ts';
import { folderUrl } from '../../platform/folder-url.ts';
import { WorkerClient } from '../../worker/worker-client.ts';
import type { ReportMaker } from './report-maker.ts';
import type { reportMethods } from './report-methods.ts';

/**
 * Makes reports in a worker of their own, which ends when it is idle. `workers` is the folder URL of the built workers,
 * or a function that makes the report's; who bundles it keeps it for offline use, too: where its script is, only they
 * know, so to preload it is to start it, and their service worker sees it pass.
 */
export function workerMaker(workers: string | (() => Worker)): ReportMaker {
  const { script, createWorker } =
    typeof workers === 'string' ? inFolder(workers) : { createWorker: workers };
  const client = new WorkerClient<typeof reportMethods>({ createWorker, name: 'report', scriptUrl: script });
  return {
    scale: (photos, limits) => client.run((worker) => worker.scale(photos, limits)),
    photosOf: (subject) => client.run((worker) => worker.photosOf(subject)),
    build: (subject, photos) => client.run((worker) => worker.build(subject, photos)),
    preload: () => (script ? keepFiles([script], globalThis.caches) : client.run(async () => {})),
    close: () => client.close(),
  };
}

/** Resolved once: by the time of the first report, an app of one page may be at another address. */
function inFolder(folder: string): { script?: string; createWorker: () => Worker } {
  const script = `${folderUrl(folder, 'workers')}report.js`;
  return { script, createWorker: () => new Worker(script, { type: 'module', name: 'report' }) };
}
