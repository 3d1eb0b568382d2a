import { WorkerClient } from '../inference/worker-client.ts';
import type { ReportMaker } from './report-maker.ts';
import type { reportMethods } from './report-methods.ts';

/** Makes reports in a worker of their own, which ends when it is idle. */
export function workerMaker(createWorker: () => Worker): ReportMaker {
  const client = new WorkerClient<typeof reportMethods>({ createWorker, name: 'report' });
  return {
    scale: (photo, limits) => client.run((worker) => worker.scale(photo, limits)),
    build: (model, photos) => client.run((worker) => worker.build(model, photos)),
    close: () => client.close(),
  };
}
