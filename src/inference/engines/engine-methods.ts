import type { Detection } from '../../analysis/detection/detections.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import {
  createCoverageResult,
  createTaskResult,
  type ImageOutput,
  type PhotoWheels,
  type TaskOutputs,
  type TaskResult,
} from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { Coverage } from '../../domain/analysis-result.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import type { ComplianceResult } from '../../domain/image.ts';
import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';
import { timePhoto } from '../tasks/detector.ts';
import type { LoadedModel } from '../tasks/loaded-model.ts';
import { type PhotoDetections, PhotoPipeline } from '../tasks/photo-pipeline.ts';
import type { QueuedImage } from '../tasks/photo-queue.ts';
import type { Engine, EngineInfo, Tensors } from './engine.ts';
import { createGoldenInput } from './golden-picture.ts';

export interface EngineConfig {
  /** Folder of the runtime's files (.wasm, .mjs), ending in a slash. */
  runtimeUrl: string;
  threads: number;
}

/** A detector that is loaded under `key`, and the lowest confidence of the detections it returns. */
interface DetectorKey {
  key: string;
  threshold: number;
}

/** Keys of the models that run on wheels together; see WheelModels. */
interface WheelKeys {
  wheels: string;
  analyser: string;
  parts?: string | undefined;
}

export interface PhotoFile {
  id: string;
  bytes: ArrayBuffer;
}

type Queued = QueuedImage<PhotoFile>;

/** Creates the methods that every engine's worker serves. Only the runtime differs between the engines. */
export function createEngineMethods(createEngine: (config: EngineConfig) => Promise<Engine>) {
  let engine: Promise<Engine> | undefined;
  const models = new Map<string, LoadedModel>();
  const pipeline = new PhotoPipeline(async ({ bytes }: PhotoFile, longerSide) =>
    decodePhoto(bytes, longerSide(requirePhotoHeader(bytes))),
  );

  const getModel = (key: string): LoadedModel => {
    const model = models.get(key);
    if (!model) throw new KerbsideError('engine_failed', `Model ${key} is not loaded in this worker.`);
    return model;
  };

  return {
    async start(config: EngineConfig): Promise<EngineInfo> {
      engine ??= createEngine(config);
      return (await engine).info;
    },

    async isLoaded(key: string): Promise<boolean> {
      return models.has(key);
    },

    async load(key: string, entry: ModelEntry, bytes: ArrayBuffer): Promise<void> {
      if (!engine) throw new KerbsideError('engine_failed', 'The engine is not started.');
      models.set(key, { entry, session: await (await engine).load(new Uint8Array(bytes)) });
    },

    /** Runs a model on the golden picture. Returns its outputs, and the median time of 3 runs after the warm-up. */
    async runSelfTest(key: string): Promise<{ outputs: Tensors; runMs: number }> {
      const { entry, session } = getModel(key);
      const input = createGoldenInput(entry);
      const outputs = await session.run(input);
      const times: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const start = performance.now();
        await session.run(input);
        times.push(performance.now() - start);
      }
      return { outputs, runMs: times.sort((a, b) => a - b)[1] ?? 0 };
    },

    /** Returns how long a detector runs on a photo, in milliseconds. */
    async timePhoto(key: string): Promise<number> {
      const { entry, session } = getModel(key);
      if (entry.kind === 'detector') return timePhoto(entry, session);
      throw new KerbsideError('engine_failed', `Model ${entry.name} is a ${entry.kind}, not a detector.`);
    },

    async detect(detectors: readonly DetectorKey[], queued: Queued): Promise<PhotoDetections> {
      const loaded = detectors.map(({ key, threshold }) => ({ model: getModel(key), threshold }));
      return pipeline.detect(loaded, queued);
    },

    async detectWheels({ wheels, analyser, parts }: WheelKeys, queued: Queued): Promise<PhotoWheels> {
      const loaded = {
        wheels: getModel(wheels),
        analyser: getModel(analyser),
        parts: parts === undefined ? undefined : getModel(parts),
      };
      return pipeline.detectWheels(loaded, queued);
    },

    async readText(keys: readonly string[], queued: Queued, imageType: OcrImageType): Promise<ImageText> {
      return pipeline.readText(keys.map(getModel), queued, imageType);
    },

    assessQuality: (photo: PhotoFile): Promise<ComplianceResult> => pipeline.assessQuality(photo),

    createTaskResult: async (outputs: TaskOutputs): Promise<TaskResult> => createTaskResult(outputs),

    createCoverageResult: async (output: ImageOutput<Detection[]>, parts: DetectorEntry): Promise<Coverage> =>
      createCoverageResult(output, parts),
  };
}
export type EngineMethods = ReturnType<typeof createEngineMethods>;
