import { fitCanvas } from '../analysis/canvas.ts';
import { drawGoldenPicture } from '../analysis/golden-picture.ts';
import { letterbox } from '../analysis/letterbox.ts';
import type { ModelEntry } from '../analysis/model-manifest.ts';
import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { KerbsideError } from '../errors.ts';
import { checkedHeader } from '../photo/checked-header.ts';
import type { ComplianceResult } from '../spec/image.ts';
import { decodePhoto } from './decode-photo.ts';
import { type Detection, Detector, decodeSide } from './detect.ts';
import type { Engine, EngineFacts, Session, Tensors } from './engine.ts';

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
  const models = new Map<string, { entry: ModelEntry; session: Session; detector: Detector }>();

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
      models.set(key, { entry, session, detector: new Detector(entry, session) });
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
      const { entry, detector } = loaded(key);
      const start = performance.now();
      const decoded = await decodePhoto(photo, decodeSide(entry, checkedHeader(photo)));
      const decodeMs = performance.now() - start;
      return { ...(await detector.detect(decoded, threshold)), decodeMs };
    },

    async assess(photo: ArrayBuffer): Promise<ComplianceResult> {
      const { original, ...pixels } = await decodePhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },
  };
}
export type EngineMethods = ReturnType<typeof engineMethods>;

export function goldenInput({ input, goldenSide }: ModelEntry): Tensors {
  const picture = drawGoldenPicture(goldenSide);
  const canvas = fitCanvas(goldenSide, goldenSide, { ...input, area: goldenSide * goldenSide });
  const data = letterbox(picture, canvas);
  return { [input.name]: { dims: [1, 3, canvas.height, canvas.width], data } };
}
