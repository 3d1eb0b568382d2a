import { type Kerbside, openKerbside } from 'kerbside';
import type { Comparisons } from 'kerbside/compare';
import { repairEstimates } from 'kerbside/estimate';
import type { Reports } from 'kerbside/report';
import { connectService } from './service-sync.ts';

/** Opens Kerbside with the models of the repository and example prices. */
export async function openDemoKerbside(): Promise<Kerbside> {
  const sync = await connectService();
  return openKerbside({
    user: { id: 'inspector' },
    database: 'kerbside-demo',
    models: 'models/',
    modelLicence: 'research', // the app shows the notice beside the engines (sync/device-card.ts)
    runtime: RUNTIME_FOLDER,
    estimator: repairEstimates(),
    ...(sync && { sync }),
    workers: {
      wasm: () => new Worker(new URL('../workers/wasm.ts', import.meta.url), { type: 'module' }),
      webgpu: () => new Worker(new URL('../workers/webgpu.ts', import.meta.url), { type: 'module' }),
      tfjs: () => new Worker(new URL('../workers/tfjs.ts', import.meta.url), { type: 'module' }),
    },
  });
}

/** Loads the report code on demand: most visits need no report. */
export async function openReports(kerbside: Kerbside): Promise<Reports> {
  const { createReports } = await import('kerbside/report');
  return createReports(kerbside, {
    database: 'kerbside-demo-reports',
    workers: createReportWorker,
  });
}

/** Loads the code of comparisons on demand. */
export async function openComparisons(kerbside: Kerbside): Promise<Comparisons> {
  const { createComparisons } = await import('kerbside/compare');
  return createComparisons(kerbside, { workers: createReportWorker });
}

function createReportWorker(): Worker {
  return new Worker(new URL('../workers/report.ts', import.meta.url), { type: 'module' });
}
