import * as v from 'valibot';

/** What `models/manifest.json` holds; `models/manifest.schema.json` says the same for other tools. */

const positive = v.pipe(v.number(), v.gtValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const file = v.object({
  file: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
});

const typeSchema = v.object({
  name: v.string(),
  /** damage: a finding. wheel: a fact for the wheel task. confusion: learnt so as not to be taken for damage. */
  role: v.picklist(['damage', 'wheel', 'confusion']),
  calibration: v.object({ slope: positive, offset: v.number() }),
  /** The confidence at which this type's F1 is best on the validation photos. */
  bestThreshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

const variantSchema = v.object({
  precision: v.picklist(['int8', 'fp16']),
  ...file.entries,
  /** Outputs for the golden picture: float16, little endian, levels in order, then prototypes. */
  golden: v.object({
    ...file.entries,
    tolerance: v.object({ absolute: positive, relative: positive }),
  }),
});

const modelSchema = v.object({
  name: v.string(),
  version: v.string(),
  task: v.string(),
  input: v.object({
    name: v.string(),
    layout: v.literal('NCHW'),
    colour: v.literal('RGB'),
    range: v.tuple([v.literal(0), v.literal(1)]),
    /** Sides are multiples of `step`, their product at most `area`. */
    step: count,
    area: count,
  }),
  outputs: v.object({
    levels: v.array(v.object({ name: v.string(), stride: count })),
    prototypes: v.string(),
    prototypeCount: count,
    bins: count,
  }),
  types: v.array(typeSchema),
  /** Labels of the data that the model does not tell apart: label to type. */
  merged: v.record(v.string(), v.string()),
  /** Default for `damage_score_threshold`. */
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Side of the square that golden-picture.ts draws for the golden test. */
  goldenSide: count,
  variants: v.pipe(v.array(variantSchema), v.minLength(1)),
  licence: v.string(),
});

export const manifestSchema = v.object({
  $schema: v.optional(v.string()),
  formatVersion: v.literal(1),
  models: v.array(modelSchema),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ModelEntry = v.InferOutput<typeof modelSchema>;
export type ModelVariant = v.InferOutput<typeof variantSchema>;
