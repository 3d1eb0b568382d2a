import type { Analyzer } from '../service/analyzer.ts';
import type { EngineFacts } from './engine.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';
import { createTaskAnalyzer } from './task-analyzer.ts';

export interface DeviceAnalyzerDeps {
  library: Pick<ModelLibrary, 'modelsFor'>;
  pool: Pick<EnginePool, 'run' | 'runAnywhere'>;
}

/** Runs tasks with the models of this app, in its workers. */
export function createDeviceAnalyzer({ library, pool }: DeviceAnalyzerDeps): Analyzer {
  const tasks = createTaskAnalyzer({
    modelsFor: (task) => library.modelsFor(task),

    async detect(model, image, threshold, signal) {
      const photo = await image.photo();
      const run = await pool.run(model, (worker, key) => worker.detect(key, photo, threshold), signal);
      return { value: run.value.findings, engine: named(run.engine) };
    },

    async read(models, { photo, details }, signal) {
      const bytes = await photo();
      const imageType = details?.imageType ?? 'TEXT';
      const run = await pool.run(models, (worker, ...keys) => worker.read(keys, bytes, imageType), signal);
      return { value: run.value, engine: named(run.engine) };
    },
  });
  return { ...tasks, assess: (photo, signal) => pool.runAnywhere((worker) => worker.assess(photo), signal) };
}

function named({ runtime, backend }: EngineFacts): string {
  return `${runtime} ${backend}`;
}
