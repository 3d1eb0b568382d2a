import * as v from 'valibot';
import { OCR_IMAGE_TYPES } from '../domain/enums.ts';

/** What `models/manifest.json` holds; `models/manifest.schema.json` says the same for other tools. */

const positive = v.pipe(v.number(), v.gtValue(0));
const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const file = v.object({
  file: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
});

const typeSchema = v.object({
  name: v.string(),
  /** damage: a finding. wheel: a fact for the wheel task. part: of the vehicle. confusion: so as not to be taken for damage. */
  role: v.picklist(['damage', 'wheel', 'part', 'confusion']),
  calibration: v.object({ slope: positive, offset: v.number() }),
  /** The confidence at which this type's F1 is best on the validation photos. */
  bestThreshold: fraction,
});

const variantSchema = v.object({
  precision: v.picklist(['int8', 'fp16']),
  ...file.entries,
  /** Outputs for the golden picture: float16, little endian, in the order of the entry. */
  golden: v.object({
    ...file.entries,
    tolerance: v.object({ absolute: positive, relative: positive }),
  }),
});

/** What every model has, whatever it is for. A task may have several. */
const anyModel = {
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
  /** Side of the square that golden-picture.ts draws for the golden test. */
  goldenSide: count,
  variants: v.pipe(v.array(variantSchema), v.minLength(1)),
  licence: v.string(),
};

/** Finds things on photos, with their outlines. */
const detectorSchema = v.object({
  kind: v.literal('detector'),
  ...anyModel,
  /** Most pixels of a second, smaller look at each photo; findings that both looks have count more. */
  secondArea: v.exactOptional(count),
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
  threshold: fraction,
});

/** Finds lines of text: one map as large as the input, the probability of each pixel to lie in the core of a line. */
const textDetectorSchema = v.object({
  kind: v.literal('text-detector'),
  ...anyModel,
  output: v.string(),
  /** See BoxRule in text-boxes.ts. */
  boxes: v.object({ pixel: fraction, line: fraction, unclip: positive, smallest: positive }),
});

/** Reads a line that was laid flat: for each column of it the probability of no sign and of each of the alphabet. */
const textRecognizerSchema = v.object({
  kind: v.literal('text-recognizer'),
  ...anyModel,
  output: v.string(),
  /** Height of the input; its width is free. */
  height: count,
  /** Pixels of the input for each column of the output. */
  stride: count,
  /** Every sign is one code unit. */
  alphabet: v.string(),
  /** Types of images whose lines it reads; several that read a type vote. */
  reads: v.array(v.picklist(OCR_IMAGE_TYPES)),
  /** How much more than the line is cut out, in heights of its letters: one reading for each. */
  margins: v.exactOptional(v.array(v.number())),
});

/** Looks at the crop of a single wheel: for each head the scores of its labels, all in a row. */
const wheelAnalyserSchema = v.object({
  kind: v.literal('wheel-analyser'),
  ...anyModel,
  output: v.string(),
  /** Side of the input, a square. */
  side: count,
  heads: v.array(
    v.object({
      name: v.picklist(['covering', 'aspect', 'condition', 'face', 'flat_tyre', 'missing_hubcap']),
      labels: v.array(v.string()),
      /** chances = softmax(slope * scores + offsets) */
      calibration: v.object({ slope: positive, offsets: v.array(v.number()) }),
    }),
  ),
});

const modelSchema = v.variant('kind', [
  detectorSchema,
  textDetectorSchema,
  textRecognizerSchema,
  wheelAnalyserSchema,
]);

export const manifestSchema = v.object({
  $schema: v.optional(v.string()),
  formatVersion: v.literal(1),
  models: v.array(modelSchema),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ModelEntry = v.InferOutput<typeof modelSchema>;
export type DetectorEntry = v.InferOutput<typeof detectorSchema>;
export type TextDetectorEntry = v.InferOutput<typeof textDetectorSchema>;
export type TextRecognizerEntry = v.InferOutput<typeof textRecognizerSchema>;
export type WheelAnalyserEntry = v.InferOutput<typeof wheelAnalyserSchema>;
export type ModelVariant = v.InferOutput<typeof variantSchema>;
