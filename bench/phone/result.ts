import * as v from 'valibot';
import { TASK_NAMES } from '../../src/domain/enums.ts';
import { ENGINE_NAMES } from '../../src/inference/engine.ts';

/** The result of a phone. It is stored on the phone and posted to the computer. */

const words = v.pipe(v.string(), v.maxLength(400));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const spread = v.object({ p50: amount, p90: amount, p99: amount });
const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.maxLength(most));

const deviceSchema = v.object({
  name: words,
  system: words,
  browser: words,
  userAgent: words,
  cores: count,
  /** As provided by the browser: rounded, at most 8. */
  memoryGb: v.optional(amount),
  screen: words,
});

const pageSchema = v.object({
  secure: v.boolean(),
  isolated: v.boolean(),
  simd: v.boolean(),
  threads: v.boolean(),
  webgpu: v.optional(words),
  webgl2: v.optional(words),
});

const modelSchema = v.object({
  name: words,
  version: words,
  precision: words,
  bytes: count,
  /** Download from the computer without caches, and its SHA-256. */
  loadMs: amount,
  sessionMs: amount,
  passed: v.boolean(),
  verdict: words,
  run: spread,
});

const measurementSchema = v.object({
  task: v.picklist(TASK_NAMES),
  photo: words,
  engine: v.picklist(ENGINE_NAMES),
  runtime: words,
  backend: words,
  threads: count,
  /** Whether Kerbside would run this task on this engine here, and the reason. */
  chosen: v.boolean(),
  reason: words,
  /** Download of the runtime files without caches. */
  runtimeMs: amount,
  /** Until the worker responds. */
  startMs: amount,
  models: list(modelSchema, 12),
  warmUpMs: amount,
  runs: count,
  /** From the photo's bytes to the detections. */
  total: spread,
  before: spread,
  between: spread,
  after: spread,
  memory: v.object({ megabytes: v.optional(amount), source: words }),
});

const sustainedSchema = v.object({
  task: v.picklist(TASK_NAMES),
  engine: v.picklist(ENGINE_NAMES),
  seconds: amount,
  runs: count,
  /** The reason if it ended early. */
  endedBy: v.optional(words),
  /** Seconds since the start, and the milliseconds of a run then. */
  points: list(v.tuple([amount, amount]), 400),
  /** Median milliseconds of the first and of the last tenth. */
  first: amount,
  last: amount,
});

export const resultSchema = v.object({
  format: v.literal(1),
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  device: deviceSchema,
  page: pageSchema,
  /** Engines that were not measured, and why. */
  left: list(v.object({ engine: v.picklist(ENGINE_NAMES), reason: words }), 12),
  measurements: list(measurementSchema, 40),
  sustained: v.optional(sustainedSchema),
});

export type Result = v.InferOutput<typeof resultSchema>;
export type Device = v.InferOutput<typeof deviceSchema>;
export type Page = v.InferOutput<typeof pageSchema>;
export type Measurement = v.InferOutput<typeof measurementSchema>;
export type Sustained = v.InferOutput<typeof sustainedSchema>;
export type Spread = v.InferOutput<typeof spread>;

/** An upper bound for the size of a result. */
export const RESULT_BYTES = 256 * 1024;

/** How much slower the last tenth of a sustained run was than the first. */
export function slowDown({ first, last }: Sustained): number {
  return first > 0 ? last / first : Number.NaN;
}
