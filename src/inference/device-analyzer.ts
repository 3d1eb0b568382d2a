import { onlyDamages } from '../analysis/find-damage.ts';
import { KerbsideError } from '../errors.ts';
import type { AnalysisRequest, Analyzer } from '../service/analyzer.ts';
import type { Findings } from '../service/results.ts';
import { damagesFrom, type ImageFindings } from './damage-analysis.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';

export interface DeviceAnalyzerDeps {
  library: ModelLibrary;
  pool: EnginePool;
}

/** Runs tasks with the models of this app, in its workers. */
export function createDeviceAnalyzer({ library, pool }: DeviceAnalyzerDeps): Analyzer {
  return {
    supports: async (task) => (await library.modelFor(task)) !== undefined,

    assess: (photo, signal) => pool.runAnywhere((worker) => worker.assess(photo), signal),

    async analyze({ task, images, signal, onProgress }: AnalysisRequest): Promise<Findings> {
      const model = await library.modelFor(task.name);
      if (!model)
        throw new KerbsideError('unsupported', `There is no model for the task ${task.name} on this device.`);
      const threshold = task.damageScoreThreshold ?? model.threshold;
      const found: ImageFindings[] = [];
      let engine = '';
      onProgress(0, images.length);
      for (const image of images) {
        const photo = await image.photo();
        const run = await pool.run(model, (worker, key) => worker.detect(key, photo, threshold), signal);
        engine = `${run.engine.runtime} ${run.engine.backend}`;
        found.push({ image, findings: onlyDamages(run.value.findings, model) });
        onProgress(found.length, images.length);
      }
      return {
        createdBy: { model: model.name, version: model.version, engine },
        damages: damagesFrom(found),
      };
    },
  };
}
