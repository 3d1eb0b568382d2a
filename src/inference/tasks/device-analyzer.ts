import type { AnalysisImage, Analyzer } from '../../domain/analyzer.ts';
import type { EngineFacts } from '../engines/engine.ts';
import type { PhotoFile } from '../engines/engine-methods.ts';
import type { EnginePool } from '../engines/engine-pool.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import type { Turn } from './photo-queue.ts';
import { createTaskAnalyzer } from './task-analyzer.ts';

export interface DeviceAnalyzerDeps {
  library: Pick<ModelLibrary, 'manifest'>;
  pool: Pick<EnginePool, 'run' | 'runAnywhere'>;
}

/** Runs tasks with the models of this app, in its workers. */
export function createDeviceAnalyzer({ library, pool }: DeviceAnalyzerDeps): Required<Analyzer> {
  const tasks = createTaskAnalyzer({
    models: async () => (await library.manifest()).models,

    async detect(asked, turn, signal) {
      const photos = await photoFiles(turn);
      const [{ model }, ...others] = asked;
      const run = await pool.run(
        [model, ...others.map((one) => one.model)],
        (worker, ...keys) =>
          worker.detect(
            asked.map(({ threshold }, index) => ({ key: keys[index] ?? '', threshold })),
            photos,
          ),
        signal,
      );
      const findings = run.value.detections.map((detection) => detection.detections);
      return { value: findings, engine: named(run.engine) };
    },

    async seeWheels({ analyser, wheels, parts }, turn, signal) {
      const photos = await photoFiles(turn);
      const others = parts && parts !== wheels ? [parts] : [];
      const run = await pool.run(
        [wheels, analyser, ...others],
        (worker, wheelsKey, analyserKey = '', partsKey = parts && wheelsKey) =>
          worker.seeWheels({ wheels: wheelsKey, analyser: analyserKey, parts: partsKey }, photos),
        signal,
      );
      return { value: run.value, engine: named(run.engine) };
    },

    async read(models, turn, signal) {
      const photos = await photoFiles(turn);
      const imageType = turn.image.details?.imageType ?? 'TEXT';
      const run = await pool.run(models, (worker, ...keys) => worker.read(keys, photos, imageType), signal);
      return { value: run.value, engine: named(run.engine) };
    },

    conclude: (seen, signal) => pool.runAnywhere((worker) => worker.conclude(seen), signal),
    concludeCoverage: (seen, parts, signal) =>
      pool.runAnywhere((worker) => worker.concludeCoverage(seen, parts), signal),
  });
  return {
    ...tasks,
    assess: ({ photo }, signal) => pool.runAnywhere(async (worker) => worker.assess(await photo()), signal),
  };
}

async function photoFiles({ image, next }: Turn): Promise<Turn<PhotoFile>> {
  const file = async ({ id, photo }: AnalysisImage): Promise<PhotoFile> => ({ id, bytes: await photo() });
  // What is wrong with the next one is said in its own turn.
  return { image: await file(image), next: next && (await file(next).catch(() => undefined)) };
}

function named({ runtime, backend }: EngineFacts): string {
  return `${runtime} ${backend}`;
}
