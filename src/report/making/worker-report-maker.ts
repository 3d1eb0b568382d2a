import { createReportWorker } from '../../worker/report-worker.ts';
import type { ReportMaker } from './report-maker.ts';
import type { reportMethods } from './worker-methods.ts';

/**
 * Makes reports in a worker, which is terminated when it is idle.
 *
 * @param workers Folder URL of the built workers, or a function that creates the report worker.
 */
export function createWorkerReportMaker(workers: string | (() => Worker)): ReportMaker {
  const { client, preload } = createReportWorker<typeof reportMethods>(workers);
  return {
    scalePhotos: (photos, limits) => client.run((worker) => worker.scalePhotos(photos, limits)),
    findFeatures: (photo) => client.run((worker) => worker.findFeatures(photo)),
    alignPhotos: (from, to) => client.run((worker) => worker.alignPhotos(from, to)),
    listPhotoPairs: (subject) => client.run((worker) => worker.listPhotoPairs(subject)),
    listPhotos: (subject) => client.run((worker) => worker.listPhotos(subject)),
    build: (subject, photos) => client.run((worker) => worker.build(subject, photos)),
    preload,
    close: () => client.close(),
  };
}
