import * as v from 'valibot';
import { OCR_IMAGE_TYPES } from '../domain/enums.ts';
import { KerbsideError } from '../errors.ts';
import { LICENCE_KINDS } from './licence.ts';

/** The schema of `models/manifest.json`. For other tools, `models/manifest.schema.json` defines the same. */

const positive = v.pipe(v.number(), v.gtValue(0));
const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const file = v.object({
  file: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

const recallSchema = v.object({
  /** At the default threshold of the model, with its crops. Sizes increase, and recall never decreases. */
  points: v.pipe(
    v.array(v.object({ pixels: positive, recall: fraction, interval: v.tuple([fraction, fraction]) })),
    v.minLength(1),
  ),
  marks: count,
  photos: count,
  data: v.string(),
});

const typeSchema = v.object({
  name: v.string(),
  /** damage: reported. wheel: for the wheel task. part: of the vehicle. confusion: resembles damage, never reported. */
  role: v.picklist(['damage', 'wheel', 'part', 'confusion']),
  calibration: v.object({ slope: positive, offset: v.number() }),
  /** The confidence with the best F1 of this type on the validation photos. */
  bestThreshold: fraction,
  /** Of damage types with enough labelled marks: the share that the model finds, by size. See recall-curve.ts. */
  recall: v.exactOptional(recallSchema),
});

const variantSchema = v.object({
  precision: v.picklist(['int8', 'fp16']),
  ...file.entries,
  /** The golden output: float16, little-endian, in the order of the entry. */
  golden: v.object({
    ...file.entries,
    tolerance: v.object({ absolute: positive, relative: positive }),
  }),
  /**
   * Of fp16 files: how many detections of the int8 file on validation photos it loses, adds or moves at the thresholds.
   * It is used only if it changes none.
   */
  agreement: v.exactOptional(
    v.object({ detections: count, changed: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  ),
});

/** The fields of every model. A task may have several models. */
const commonEntries = {
  name: v.string(),
  version: v.string(),
  task: v.string(),
  input: v.object({
    name: v.string(),
    layout: v.literal('NCHW'),
    colour: v.literal('RGB'),
    range: v.tuple([v.literal(0), v.literal(1)]),
    /** The sides of the canvas are multiples of `step`, their product is at most `area`. */
    step: count,
    area: count,
  }),
  /** Side of the golden picture, a square that golden-picture.ts draws for the self-test. */
  goldenSide: count,
  variants: v.pipe(v.array(variantSchema), v.minLength(1)),
  /** The permitted use of the weights, and why: a text for people. */
  licence: v.string(),
  /** `research`: for research and non-commercial use only. `free`, or absent: for any purpose. */
  licenceKind: v.exactOptional(v.picklist(LICENCE_KINDS)),
  /** The name of a model that this one stands in for, where that one's licence does not suit. */
  alternativeTo: v.exactOptional(v.string()),
};

/** Detects objects with their masks on photos. */
const detectorSchema = v.object({
  kind: v.literal('detector'),
  ...commonEntries,
  /**
   * Of damage detectors: a `large` one replaces the small one where it is fast enough. A `server` one replaces the large one in
   * Node where it is asked for; browsers leave it out. A model without a tier is small.
   */
  tier: v.exactOptional(v.picklist(['small', 'large', 'server'])),
  /** Two-scale inference: the most pixels of the second, smaller canvas. Detections at both scales count more. */
  secondArea: v.exactOptional(count),
  /**
   * Refining: the most crops of a photo on which the model runs again, on canvases of `secondArea`. Absent: none. It is
   * set if a measurement shows that crops pay.
   */
  maxCrops: v.exactOptional(count),
  outputs: v.object({
    levels: v.array(v.object({ name: v.string(), stride: count })),
    prototypes: v.string(),
    prototypeCount: count,
    bins: count,
  }),
  types: v.array(typeSchema),
  /** Labels of the data that the model does not distinguish: label to type. */
  merged: v.record(v.string(), v.string()),
  /** The default of `damage_score_threshold`. */
  threshold: fraction,
});

/** Detects text lines. The output is as large as the input: the probability of each pixel to be in the core of a line. */
const textDetectorSchema = v.object({
  kind: v.literal('text-detector'),
  ...commonEntries,
  output: v.string(),
  /** See TextBoxOptions in text-boxes.ts. */
  boxes: v.object({ pixel: fraction, line: fraction, unclip: positive, smallest: positive }),
});

/** Reads one text line. The output has, for each column, the probability of a blank and of each character. */
const textRecognizerSchema = v.object({
  kind: v.literal('text-recognizer'),
  ...commonEntries,
  output: v.string(),
  /** Height of the input. Its width is variable. */
  height: count,
  /** Pixels of the input for each column of the output. */
  stride: count,
  /** Each character is one code unit. */
  alphabet: v.string(),
  /** The image types that it reads. If several recognizers read a type, they vote. */
  reads: v.array(v.picklist(OCR_IMAGE_TYPES)),
  /** The margins around a line, in letter heights. Each gives one reading. */
  margins: v.exactOptional(v.array(v.number())),
});

/** Classifies the crop of one wheel. The output has the scores of the labels of each head, one after the other. */
const wheelAnalyserSchema = v.object({
  kind: v.literal('wheel-analyser'),
  ...commonEntries,
  output: v.string(),
  /** Side of the square input. */
  side: count,
  heads: v.array(
    v.object({
      name: v.picklist(['covering', 'aspect', 'condition', 'face', 'flat_tyre', 'missing_hubcap']),
      labels: v.array(v.string()),
      /** confidences = softmax(slope * scores + offsets) */
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
export type RecallCurve = v.InferOutput<typeof recallSchema>;
export type ModelVariant = v.InferOutput<typeof variantSchema>;

/**
 * Returns the model file of a precision. If there is none, or if an fp16 file is not known to change no detection,
 * returns the first other file of the model, if it has one.
 */
export function selectVariant(model: ModelEntry, precision: ModelVariant['precision']): ModelVariant {
  const isUsable = (variant: ModelVariant) =>
    variant.precision === 'int8' || variant.agreement?.changed === 0;
  const variant =
    model.variants.find((one) => one.precision === precision && isUsable(one)) ??
    model.variants.find(isUsable) ??
    model.variants[0];
  if (variant) return variant;
  throw new KerbsideError('model_invalid', `Model ${model.name} has no file in the manifest.`);
}
