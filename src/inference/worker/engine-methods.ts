import type { Detection } from '../../analysis/detection/detections.ts';
import type { FrameView } from '../../analysis/guide/frame-view.ts';
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
import type { ComplianceResult } from '../../domain/records/image.ts';
import type { TextSight } from '../../domain/sights/sight.ts';
import type { Coverage } from '../../domain/task/analysis-result.ts';
import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import { canOpenPhotoDetail, openPhotoDetail } from '../../photo/decode/open-photo-detail.ts';
import type { QueuedImage } from '../../photo/decode-ahead.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';
import type { Engine, EngineInfo, Tensors } from '../engine.ts';
import { FRAME_SIDE, FramePipeline, type FrameText, TEXT_FRAME_SIDE } from '../frames/frame-pipeline.ts';
import { type CameraFrame, encodeFrame, FrameCanvas } from '../frames/frame-pixels.ts';
import { median } from '../median.ts';
import { createGoldenInput } from '../self-test/golden-picture.ts';
import type { WheelModels } from '../task-models.ts';
import type { LoadedModel } from '../tasks/loaded-model.ts';
import type { DetectorRequest } from '../tasks/model-requests.ts';
import { toPhotoDetail } from '../tasks/photo-detail.ts';
import { PhotoPipeline } from '../tasks/photo-pipeline.ts';
import type { TextRequest } from '../tasks/text-reader.ts';
import { createTypicalInputs, createTypicalRun, prepareTypicalRun } from '../tasks/typical-photo.ts';
import { RunMeter, type RunTimes } from './run-meter.ts';

export interface EngineConfig {
  /** Folder of the runtime's files (.wasm, .mjs), ending in a slash. */
  runtimeUrl: string;
  threads: number;
}

export interface PhotoFile {
  id: string;
  bytes: ArrayBuffer;
}

type Queued = QueuedImage<PhotoFile>;

/** Creates the methods that every engine's worker serves. Only the runtime differs between the engines. */
export function createEngineMethods(
  createEngine: (config: EngineConfig) => Promise<Engine>,
  now: () => number = () => performance.now(),
) {
  let engine: Promise<Engine> | undefined;
  const models = new Map<string, LoadedModel>();
  const meter = new RunMeter(now);
  const pipeline = new PhotoPipeline<PhotoFile>({
    readSize: ({ bytes }) => requirePhotoHeader(bytes),
    decode: ({ bytes }, side) => decodePhoto(bytes, side),
    canOpenDetail: ({ bytes }) => canOpenPhotoDetail(bytes),
    openDetail: async ({ bytes }, side) =>
      (await openPhotoDetail(bytes, side)) ?? toPhotoDetail(await decodePhoto(bytes, side)),
  });

  const frames = new FramePipeline();
  const frameCanvas = new FrameCanvas();
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
      const session = await (await engine).load(new Uint8Array(bytes));
      models.set(key, { entry, session: meter.measure(session, bytes.byteLength) });
    },

    /** Runs a model on the golden picture. Returns its outputs, and the median time of 3 runs after the warm-up. */
    async runSelfTest(key: string): Promise<{ outputs: Tensors; runMs: number }> {
      const { entry, session } = getModel(key);
      const input = createGoldenInput(entry);
      const outputs = await session.run(input);
      const times: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const start = now();
        await session.run(input);
        times.push(now() - start);
      }
      return { outputs, runMs: median(times) };
    },

    /** Runs a model on a typical photo. Returns the outputs of each run. */
    async runTypicalPhoto(key: string): Promise<Tensors[]> {
      const { entry, session } = getModel(key);
      const outputs: Tensors[] = [];
      for (const input of createTypicalInputs(entry)) outputs.push(await session.run(input));
      await prepareTypicalRun({ entry, session });
      return outputs;
    },

    /** Returns how long a model runs on a typical photo, in milliseconds. */
    async timeTypicalPhoto(key: string): Promise<number> {
      const runTypicalPhoto = createTypicalRun(getModel(key));
      const start = now();
      await runTypicalPhoto();
      return now() - start;
    },

    /** Runs a model once on an engine that compiles shaders in its first run. */
    async warmUp(key: string): Promise<void> {
      if ((await engine)?.info.backend === 'wasm') return;
      await prepareTypicalRun(getModel(key));
      await createTypicalRun(getModel(key))();
    },

    /** Returns the times of all models since the last call. */
    takeRunTimes: async (): Promise<RunTimes> => meter.take(),

    async detect(detectors: readonly DetectorRequest<string>[], queued: Queued): Promise<Detection[][]> {
      const loaded = detectors.map(({ model, ...request }) => ({ model: getModel(model), ...request }));
      return pipeline.detect(loaded, queued);
    },

    async detectWheels(
      { wheels, analyser, parts }: WheelModels<string>,
      queued: Queued,
    ): Promise<PhotoWheels> {
      const loaded = {
        wheels: getModel(wheels),
        analyser: getModel(analyser),
        parts: parts === undefined ? undefined : getModel(parts),
      };
      return pipeline.detectWheels(loaded, queued);
    },

    async readText(keys: readonly string[], queued: Queued, request: TextRequest): Promise<ImageText> {
      return pipeline.readText(keys.map(getModel), queued, request);
    },

    /** Returns what a camera frame shows. Closes it. Without a part model, returns its quality only. */
    async lookAtFrame(frame: CameraFrame, key?: string): Promise<FrameView> {
      const pixels = frameCanvas.draw(frame, FRAME_SIDE);
      frame.close();
      return frames.look(pixels, key === undefined ? undefined : getModel(key));
    },

    /** Reads the text on a camera frame. Closes it. */
    async readFrameText(frame: CameraFrame, keys: readonly string[], sight: TextSight): Promise<FrameText> {
      const small = frameCanvas.draw(frame, FRAME_SIDE);
      const large = frameCanvas.draw(frame, TEXT_FRAME_SIDE);
      frame.close();
      return frames.readText({ small, large }, keys.map(getModel), sight);
    },

    /** Returns a camera frame as a JPEG. Closes it. */
    encodeFrame: (frame: CameraFrame): Promise<Blob> => encodeFrame(frame).finally(() => frame.close()),

    assessQuality: (photo: PhotoFile): Promise<ComplianceResult> => pipeline.assessQuality(photo),

    createTaskResult: async (outputs: TaskOutputs): Promise<TaskResult> => createTaskResult(outputs),

    createCoverageResult: async (output: ImageOutput<Detection[]>, parts: DetectorEntry): Promise<Coverage> =>
      createCoverageResult(output, parts),
  };
}
export type EngineMethods = ReturnType<typeof createEngineMethods>;
