import { availableParallelism, loadavg } from 'node:os';
import { repairEstimates } from '../src/estimate/index.ts';
import { MODELS_FOLDER } from '../src/node/package-files.ts';
import { threadCount } from '../src/node/thread-count.ts';
import type { ServiceOptions } from './options.ts';

export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator'>;
  close(): Promise<void>;
}

/** What runs tasks here: the models of the folder, in this process. Without sharp or a runtime, tasks wait. */
export async function openAnalysis(folder = MODELS_FOLDER, say: (line: string) => void): Promise<Analysis> {
  const estimator = repairEstimates();
  try {
    const { NodeModels } = await import('../src/node/node-models.ts');
    const { createNodeAnalyzer } = await import('../src/node/node-analyzer.ts');
    const models = new NodeModels({
      folder,
      threads: threadCount(availableParallelism(), loadavg()[0] ?? 0),
      onFallback: (reason) => say(`Running on WASM: ${reason}`),
    });
    await models.manifest();
    return { options: { analyzer: createNodeAnalyzer(models), estimator }, close: () => models.dispose() };
  } catch (error) {
    say(`Tasks will wait, for no model can run here: ${error instanceof Error ? error.message : error}`);
    return { options: { estimator }, close: async () => {} };
  }
}
