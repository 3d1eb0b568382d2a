import { type Kerbside, openKerbside } from 'kerbside';
import { repairEstimates } from 'kerbside/estimate';
import type { Reports } from 'kerbside/report';
import { syncBeside } from './remote.ts';

/** The service of this page, with the models of the repository behind its tasks and example prices for repairs. */
export async function openService(): Promise<Kerbside> {
  const sync = await syncBeside();
  return openKerbside({
    user: { id: 'inspector' },
    database: 'kerbside-demo',
    models: 'models/',
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

/** Loaded when a report is first asked for: most visits need none. */
export async function openReports(kerbside: Kerbside): Promise<Reports> {
  const { createReports } = await import('kerbside/report');
  return createReports(kerbside, {
    database: 'kerbside-demo-reports',
    workers: () => new Worker(new URL('../workers/report.ts', import.meta.url), { type: 'module' }),
  });
}
