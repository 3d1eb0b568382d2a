import { availableParallelism, loadavg } from 'node:os';
import { repairEstimates } from '../src/estimate/index.ts';
import { MODELS_FOLDER } from '../src/node/package-files.ts';
import { threadCount } from '../src/node/thread-count.ts';
import type { ServiceOptions } from './options.ts';

export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator' | 'renderReport'>;
  close(): Promise<void>;
}

/** What runs tasks here: the models of the folder, in this process. Without sharp or a runtime, tasks wait. */
export async function openAnalysis(folder = MODELS_FOLDER, say: (line: string) => void): Promise<Analysis> {
  const estimator = repairEstimates();
  const reports = await openReports(say);
  try {
    const { NodeModels } = await import('../src/node/node-models.ts');
    const { createNodeAnalyzer } = await import('../src/node/node-analyzer.ts');
    const models = new NodeModels({
      folder,
      threads: threadCount(availableParallelism(), loadavg()[0] ?? 0),
      onFallback: (reason) => say(`Running on WASM: ${reason}`),
    });
    await models.manifest();
    return {
      options: { ...reports, analyzer: createNodeAnalyzer(models), estimator },
      close: () => models.dispose(),
    };
  } catch (error) {
    say(`Tasks will wait, for no model can run here: ${error instanceof Error ? error.message : error}`);
    return { options: { ...reports, estimator }, close: async () => {} };
  }
}

async function openReports(say: (line: string) => void): Promise<Pick<ServiceOptions, 'renderReport'>> {
  try {
    const { renderReport } = await import('../src/node/render-report.ts');
    return { renderReport };
  } catch (error) {
    say(`There will be no PDF reports: ${error instanceof Error ? error.message : error}`);
    return {};
  }
}
