import { repairEstimates } from '../../src/estimate/index.ts';
import type { ServeCommand } from '../../src/node/cli/parse-server-commands.ts';
import { defaultThreadCount } from '../../src/node/models/thread-count.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import type { ServiceOptions } from '../options.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

/** The options of the service that run tasks and make reports. */
export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator' | 'renderReport'>;
  close(): Promise<void>;
}

/** Opens the analyzer, estimator and report renderer of `kerbside serve`. Logs what is not installed, and omits it. */
export async function openAnalysis(
  { models, licence = 'free' }: Pick<ServeCommand, 'models' | 'licence'>,
  log: (line: string) => void,
): Promise<Analysis> {
  const logMissing = (what: string) => (error: unknown) => {
    log(`${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  };
  const threads = defaultThreadCount();
  const analyzer = new WorkerAnalyzer({ models: models ?? MODELS_FOLDER, licence, threads, log });
  const opened = await analyzer.open().then(() => analyzer, logMissing('No model can run, tasks stay open'));
  const reports = await import('../../src/node/report/render-report.ts').catch(
    logMissing('PDF reports are not available'),
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
