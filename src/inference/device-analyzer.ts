import type { Analyzer } from '../service/analyzer.ts';
import type { EngineFacts } from './engine.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';
import { createTaskAnalyzer } from './task-analyzer.ts';

export interface DeviceAnalyzerDeps {
  library: Pick<ModelLibrary, 'manifest'>;
  pool: Pick<EnginePool, 'run' | 'runAnywhere'>;
}

/** Runs tasks with the models of this app, in its workers. */
export function createDeviceAnalyzer({ library, pool }: DeviceAnalyzerDeps): Analyzer {
  const tasks = createTaskAnalyzer({
    models: async () => (await library.manifest()).models,

    async detect(asked, image, signal) {
      const photo = await image.photo();
      const [{ model }, ...others] = asked;
      const run = await pool.run(
        [model, ...others.map((one) => one.model)],
        (worker, ...keys) =>
          worker.detect(
            asked.map(({ threshold }, index) => ({ key: keys[index] ?? '', threshold })),
            photo,
          ),
        signal,
      );
      const findings = run.value.detections.map((detection) => detection.findings);
      return { value: findings, engine: named(run.engine) };
    },

    async seeWheels({ analyser, wheels, parts }, image, signal) {
      const photo = await image.photo();
      const others = parts && parts !== wheels ? [parts] : [];
      const run = await pool.run(
        [wheels, analyser, ...others],
        (worker, wheelsKey, analyserKey = '', partsKey = parts && wheelsKey) =>
          worker.seeWheels({ wheels: wheelsKey, analyser: analyserKey, parts: partsKey }, photo),
        signal,
      );
      return { value: run.value, engine: named(run.engine) };
    },

    async read(models, { photo, details }, signal) {
      const bytes = await photo();
      const imageType = details?.imageType ?? 'TEXT';
      const run = await pool.run(models, (worker, ...keys) => worker.read(keys, bytes, imageType), signal);
      return { value: run.value, engine: named(run.engine) };
    },

    conclude: (seen, signal) => pool.runAnywhere((worker) => worker.conclude(seen), signal),
    concludeCoverage: (seen, parts, signal) =>
      pool.runAnywhere((worker) => worker.concludeCoverage(seen, parts), signal),
  });
  return { ...tasks, assess: (photo, signal) => pool.runAnywhere((worker) => worker.assess(photo), signal) };
}

function named({ runtime, backend }: EngineFacts): string {
  return `${runtime} ${backend}`;
}
