import type { AnalysisImage } from '../domain/task/analyzer.ts';
import type { QueuedImage } from '../photo/decode-ahead.ts';
import { formatEngine } from './engine.ts';
import type { EnginePool } from './engines/engine-pool.ts';
import type { ModelLibrary } from './files/model-library.ts';
import { createTaskAnalyzer, type ModelRunner, type TaskAnalyzer } from './tasks/task-analyzer.ts';
import type { PhotoFile } from './worker/engine-methods.ts';

interface DeviceAnalyzerDeps extends Pick<ModelRunner, 'chooseTier' | 'countCrops' | 'reanalysis'> {
  library: Pick<ModelLibrary, 'manifest'>;
  pool: Pick<EnginePool, 'run' | 'runOnAnyEngine'>;
}

/** Creates the analyzer of a browser: it runs the app's models in the workers of an engine pool. */
export function createDeviceAnalyzer({ library, pool, ...host }: DeviceAnalyzerDeps): TaskAnalyzer {
  return createTaskAnalyzer({
    ...host,
    listModels: async () => (await library.manifest()).models,

    async detect(requests, queued, signal) {
      const files = await readQueued(queued);
      const [{ model }, ...others] = requests;
      const { value, engine } = await pool.run(
        [model, ...others.map((request) => request.model)],
        (worker, ...keys) =>
          worker.detect(
            requests.map((request, index) => ({ ...request, model: keys[index] ?? '' })),
            files,
          ),
        signal,
      );
      return { output: value, engine: formatEngine(engine) };
    },

    async detectWheels({ analyser, wheels, parts }, queued, signal) {
      const files = await readQueued(queued);
      const others = parts && parts !== wheels ? [parts] : [];
      const { value, engine } = await pool.run(
        [wheels, analyser, ...others],
        (worker, wheelsKey, analyserKey = '', partsKey = parts && wheelsKey) =>
          worker.detectWheels({ wheels: wheelsKey, analyser: analyserKey, parts: partsKey }, files),
        signal,
      );
      return { output: value, engine: formatEngine(engine) };
    },

    async readText(models, queued, request, signal) {
      const files = await readQueued(queued);
      const { value, engine } = await pool.run(
        models,
        (worker, ...keys) => worker.readText(keys, files, request),
        signal,
      );
      return { output: value, engine: formatEngine(engine) };
    },

    assessQuality: (image, signal) =>
      pool.runOnAnyEngine(async (worker) => worker.assessQuality(await readPhoto(image)), signal),
    createTaskResult: (outputs, signal) =>
      pool.runOnAnyEngine((worker) => worker.createTaskResult(outputs), signal),
    createCoverageResult: (output, parts, signal) =>
      pool.runOnAnyEngine((worker) => worker.createCoverageResult(output, parts), signal),
  });
}

async function readQueued({ image, next }: QueuedImage<AnalysisImage>): Promise<QueuedImage<PhotoFile>> {
  // If the next photo cannot be read, the error is thrown when that photo is processed.
  return { image: await readPhoto(image), next: next && (await readPhoto(next).catch(() => undefined)) };
}

async function readPhoto({ id, photo }: AnalysisImage): Promise<PhotoFile> {
  return { id, bytes: await photo() };
}
