import type { ModelEntry } from '../analysis/model-manifest.ts';
import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { KerbsideError } from '../errors.ts';
import { checkedHeader } from '../photo/checked-header.ts';
import type { OcrImageType } from '../spec/enums.ts';
import type { ComplianceResult } from '../spec/image.ts';
import { decodePhoto } from './decode-photo.ts';
import { type Detection, Detector, decodeSide } from './detect.ts';
import type { Engine, EngineFacts, Session, Tensors } from './engine.ts';
import { goldenInput } from './golden-input.ts';
import { imageText } from './text-analysis.ts';
import type { ImageText } from './text-findings.ts';
import { READING_SIDE, TextReader } from './text-reader.ts';

export interface EngineConfig {
  /** Folder of the runtime's own files (.wasm, .mjs), ending in a slash. */
  runtimeUrl: string;
  threads: number;
}

export interface PhotoDetection extends Detection {
  decodeMs: number;
}

/** Longer side at which photo quality is judged: that of a phone's preview. */
const QUALITY_SIDE = 640;

/** What every engine's worker offers; the runtime is all that differs between them. */
export function engineMethods(createEngine: (config: EngineConfig) => Promise<Engine>) {
  let engine: Promise<Engine> | undefined;
  const models = new Map<string, { entry: ModelEntry; session: Session }>();
  const detectors = new Map<string, Detector>();

  const loaded = (key: string) => {
    const model = models.get(key);
    if (!model) throw new KerbsideError('engine_failed', `Model ${key} was not loaded into this worker.`);
    return model;
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

    async detect(key: string, photo: ArrayBuffer, threshold: number): Promise<PhotoDetection> {
      const { entry } = loaded(key);
      const detector = detectors.get(key);
      if (entry.kind !== 'detector' || !detector)
        throw new KerbsideError(
          'engine_failed',
          `Model ${entry.name} finds nothing on photos: it is a ${entry.kind}.`,
        );
      const start = performance.now();
      const decoded = await decodePhoto(photo, decodeSide(entry, checkedHeader(photo)));
      const decodeMs = performance.now() - start;
      return { ...(await detector.detect(decoded, threshold)), decodeMs };
    },

    /** What is written on a photo, read with these models: a text detector and its recognisers. */
    async read(keys: readonly string[], photo: ArrayBuffer, imageType: OcrImageType): Promise<ImageText> {
      const decoded = await decodePhoto(photo, READING_SIDE);
      const reader = new TextReader(keys.map(loaded));
      return imageText(await reader.read(decoded, imageType), decoded, imageType);
    },

    async assess(photo: ArrayBuffer): Promise<ComplianceResult> {
      const { original, ...pixels } = await decodePhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },
  };
}
export type EngineMethods = ReturnType<typeof engineMethods>;
