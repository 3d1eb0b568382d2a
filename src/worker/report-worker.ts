import { resolveFolderUrl } from '../platform/folder-url.ts';
import { cacheFiles } from './cache-files.ts';
import type { WorkerMethods } from './worker-boundary.ts';
import { WorkerClient } from './worker-client.ts';

/** The worker that makes reports and aligns photos (`report.js`). */
export interface ReportWorker<Methods extends WorkerMethods> {
  client: WorkerClient<Methods>;
  /**
   * Caches the script, so that the service worker of `kerbside/sw` serves it offline. The script URL of a worker that a
   * bundler creates is unknown: it is started once instead, and the app's own service worker can cache its script.
   */
  preload(): Promise<void>;
}

/**
 * Creates the client of the report worker. The first job starts the worker.
 *
 * @param workers Folder URL of the built workers, or a function that creates the report worker. A relative URL is resolved
 *   at once: a single-page app may have another address when the worker starts.
 */
export function createReportWorker<Methods extends WorkerMethods>(
  workers: string | (() => Worker),
): ReportWorker<Methods> {
  const scriptUrl =
    typeof workers === 'string' ? `${resolveFolderUrl(workers, 'workers')}report.js` : undefined;
  const createWorker =
    typeof workers === 'string'
      ? () => new Worker(String(scriptUrl), { type: 'module', name: 'report' })
      : workers;
  const client = new WorkerClient<Methods>({
    createWorker,
    name: 'report',
    scriptUrl,
    loadAdvice:
      'To work offline, call `preload()` of the reports or the comparisons while there is a network: it caches the script',
  });
  return {
    client,
    preload: () => (scriptUrl ? cacheFiles([scriptUrl], globalThis.caches) : client.run(async () => {})),
  };
}
