import type { Detection } from '../../analysis/detection/detections.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import {
  type Conclusion,
  conclude,
  concludeCoverage,
  type Seen,
  type SeenImage,
} from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { Coverage } from '../../domain/analysis-result.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import type { ComplianceResult } from '../../domain/image.ts';
import { KerbsideError } from '../../errors.ts';
import { DecodeAhead } from '../../photo/decode/decode-ahead.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import { checkedHeader } from '../../photo/header/checked-header.ts';
import { judgePhoto, QUALITY_SIDE } from '../tasks/assess-photo.ts';
import { Detector, type DetectorResult, sizeForDetectors } from '../tasks/detect.ts';
import { SIZE_FOR_WHEELS, seeWheels, type WheelSight } from '../tasks/detect-wheels.ts';
import type { Turn } from '../tasks/photo-queue.ts';
import { imageText } from '../tasks/text-analysis.ts';
import { SIZE_FOR_TEXT, TextReader } from '../tasks/text-reader.ts';
import { WheelAnalyser } from '../tasks/wheel-classifier.ts';
import type { Engine, EngineFacts, Session, Tensors } from './engine.ts';
import { goldenInput } from './golden-input.ts';

export interface EngineConfig {
  /** Folder of the runtime's own files (.wasm, .mjs), ending in a slash. */
  runtimeUrl: string;
  threads: number;
}

/** A detector that is loaded under this key, and the least confidence of what it is asked for. */
export interface AskedDetector {
  key: string;
  threshold: number;
}

export interface PhotoDetections {
  decodeMs: number;
  /** In the order in which they were asked for. */
  detections: DetectorResult[];
}

export interface PhotoFile {
  id: string;
  bytes: ArrayBuffer;
}

/** The keys of models that look at wheels together; see WheelModels. */
export interface WheelKeys {
  wheels: string;
  analyser: string;
  parts?: string | undefined;
}

/** What every engine's worker offers; the runtime is all that differs between them. */
export function engineMethods(createEngine: (config: EngineConfig) => Promise<Engine>) {
  let engine: Promise<Engine> | undefined;
  const models = new Map<string, { entry: ModelEntry; session: Session }>();
  const detectors = new Map<string, Detector>();
  const photos = new DecodeAhead(async ({ bytes }: PhotoFile, sideOf) =>
    decodePhoto(bytes, sideOf(checkedHeader(bytes))),
  );

  const loaded = (key: string) => {
    const model = models.get(key);
    if (!model) throw new KerbsideError('engine_failed', `Model ${key} was not loaded into this worker.`);
    return model;
  };
  const detectorOf = (key: string) => {
    const { entry } = loaded(key);
    const detector = detectors.get(key);
    if (entry.kind !== 'detector' || !detector) throw misused(entry, 'finds nothing on photos');
    return { entry, detector };
  };

  return {
    async start(config: EngineConfig): Promise<EngineFacts> {
      engine ??= createEngine(config);
      return (await engine).facts;
    },

    async isLoaded(key: string): Promise<boolean> {
      return models.has(key);
    },

    async load(key: string, entry: ModelEntry, bytes: ArrayBuffer): Promise<void> {
      if (!engine) throw new KerbsideError('engine_failed', 'The engine was not started.');
      const session = await (await engine).load(new Uint8Array(bytes));
      models.set(key, { entry, session });
      if (entry.kind === 'detector') detectors.set(key, new Detector(entry, session));
    },

    /** Runs the golden picture: its outputs, and the time of a run once warm. */
    async runGolden(key: string): Promise<{ outputs: Tensors; runMs: number }> {
      const { entry, session } = loaded(key);
      const input = goldenInput(entry);
      const outputs = await session.run(input);
      const times: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const start = performance.now();
        await session.run(input);
        times.push(performance.now() - start);
      }
      return { outputs, runMs: times.sort((a, b) => a - b)[1] ?? 0 };
    },

    /** What these detectors find on a photo, decoded once for all of them. */
    async detect(asked: readonly AskedDetector[], turn: Turn<PhotoFile>): Promise<PhotoDetections> {
      const used = asked.map(({ key, threshold }) => ({ ...detectorOf(key), threshold }));
      const size = sizeForDetectors(used.map(({ entry }) => entry));
      const start = performance.now();
      const photo = await photos.decoded(turn, size);
      const decodeMs = performance.now() - start;
      const detections: DetectorResult[] = [];
      for (const { detector, threshold } of used) detections.push(await detector.detect(photo, threshold));
      return { detections, decodeMs };
    },

    async seeWheels(keys: WheelKeys, turn: Turn<PhotoFile>): Promise<WheelSight> {
      const { entry, session } = loaded(keys.analyser);
      if (entry.kind !== 'wheel-analyser') throw misused(entry, 'looks at no wheels');
      const tools = {
        wheels: detectorOf(keys.wheels).detector,
        analyser: new WheelAnalyser(entry, session),
        parts: keys.parts === undefined ? undefined : detectorOf(keys.parts).detector,
      };
      return seeWheels(tools, await photos.decoded(turn, SIZE_FOR_WHEELS));
    },

    /** What is written on a photo, read with these models: a text detector and its recognisers. */
    async read(keys: readonly string[], turn: Turn<PhotoFile>, imageType: OcrImageType): Promise<ImageText> {
      const photo = await photos.decoded(turn, SIZE_FOR_TEXT);
      const reader = new TextReader(keys.map(loaded));
      return imageText(await reader.read(photo, imageType), photo, imageType);
    },

    async assess(photo: ArrayBuffer): Promise<ComplianceResult> {
      return judgePhoto(await decodePhoto(photo, QUALITY_SIDE));
    },

    conclude: async (seen: Seen): Promise<Conclusion> => conclude(seen),

    concludeCoverage: async (seen: SeenImage<Detection[]>, parts: DetectorEntry): Promise<Coverage> =>
      concludeCoverage(seen, parts),
  };
}
export type EngineMethods = ReturnType<typeof engineMethods>;

function misused({ name, kind }: ModelEntry, what: string): KerbsideError {
  return new KerbsideError('engine_failed', `Model ${name} ${what}: it is a ${kind}.`);
}
