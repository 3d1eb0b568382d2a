import { resolveFolderUrl } from '../../platform/folder-url.ts';
import { cacheFiles } from '../../worker/cache-files.ts';
import { WorkerClient } from '../../worker/worker-client.ts';
import type { ReportMaker } from './report-maker.ts';
import type { reportMethods } from './worker-methods.ts';

/**
 * Makes reports in a worker, which is terminated when it is idle.
 *
 * @param workers Folder URL of the built workers, or a function that creates the report worker. Only the app knows the
 *   script URL of a worker that its bundler creates. To preload it, the worker is started once: the app's service worker
 *   then caches the script.
 */
export function createWorkerReportMaker(workers: string | (() => Worker)): ReportMaker {
  const { scriptUrl, createWorker } =
    typeof workers === 'string' ? resolveScript(workers) : { createWorker: workers };
  const client = new WorkerClient<typeof reportMethods>({ createWorker, name: 'report', scriptUrl });
  return {
    scalePhotos: (photos, limits) => client.run((worker) => worker.scalePhotos(photos, limits)),
    findFeatures: (photo) => client.run((worker) => worker.findFeatures(photo)),
    alignPhotos: (from, to) => client.run((worker) => worker.alignPhotos(from, to)),
    listPhotoPairs: (subject) => client.run((worker) => worker.listPhotoPairs(subject)),
    listPhotos: (subject) => client.run((worker) => worker.listPhotos(subject)),
    build: (subject, photos) => client.run((worker) => worker.build(subject, photos)),
    preload: () => (scriptUrl ? cacheFiles([scriptUrl], globalThis.caches) : client.run(async () => {})),
    close: () => client.close(),
  };
}

/** Resolves the URL once: a single-page app may have another address when it makes its first report. */
function resolveScript(folder: string): { scriptUrl?: string; createWorker: () => Worker } {
  const scriptUrl = `${resolveFolderUrl(folder, 'workers')}report.js`;
  return { scriptUrl, createWorker: () => new Worker(scriptUrl, { type: 'module', name: 'report' }) };
}
