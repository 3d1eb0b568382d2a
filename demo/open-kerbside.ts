import { type Kerbside, openKerbside } from 'kerbside';
import type { Comparisons } from 'kerbside/compare';
import { repairEstimates } from 'kerbside/estimate';
import { files } from 'kerbside/files';
import { deviceModels } from 'kerbside/models';
import type { Reports } from 'kerbside/report';
import { loadCode } from './common/load-code.ts';
import { connectService } from './service-sync.ts';

/** Opens Kerbside with the models of the repository and example prices. */
export async function openDemoKerbside(): Promise<Kerbside> {
  const sync = await connectService();
  return openKerbside({
    user: { id: 'inspector' },
    database: 'kerbside-demo',
    models: deviceModels(files.models),
    estimator: repairEstimates(),
    ...(sync && { sync }),
  });
}

/** Loads the report code on demand: most visits need no report. */
export async function openReports(kerbside: Kerbside): Promise<Reports> {
  const { createReports } = await loadCode(() => import('kerbside/report'));
  return createReports(kerbside, {
    database: 'kerbside-demo-reports',
    workers: files.workers,
  });
}

/** Loads the code of comparisons on demand. */
export async function openComparisons(kerbside: Kerbside): Promise<Comparisons> {
  const { createComparisons } = await loadCode(() => import('kerbside/compare'));
  return createComparisons(kerbside, { workers: files.workers });
}
