import { repairEstimates } from '../../src/estimate/index.ts';
import { defaultThreadCount } from '../../src/node/models/thread-count.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import type { ServiceOptions } from '../options.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator' | 'renderReport'>;
  close(): Promise<void>;
}

/** What `kerbside serve` runs tasks and makes reports with. What is not installed is said, and done without. */
export async function openAnalysis(
  models: string | undefined,
  say: (line: string) => void,
): Promise<Analysis> {
  const without = (what: string) => (error: unknown) => {
    say(`${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  };
  const threads = defaultThreadCount();
  const analyzer = new WorkerAnalyzer({ models: models ?? MODELS_FOLDER, threads, say });
  const opened = await analyzer.open().then(() => analyzer, without('Tasks wait, for no model can run here'));
  const reports = await import('../../src/node/report/render-report.ts').catch(
    without('There are no PDF reports'),
  );
  return {
    options: {
      estimator: repairEstimates(),
      ...(opened && { analyzer: opened }),
      ...(reports && { renderReport: reports.renderReport }),
    },
    close: () => analyzer.close(),
  };
}
