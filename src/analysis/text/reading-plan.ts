import type { OcrImageType } from '../../domain/enums.ts';
import type { Size } from '../geometry/size.ts';
import type { Canvas, CanvasLimits } from '../pixels/model-canvas.ts';
import type { TextInterpretation } from './interpret-text.ts';
import { mergeVinReadings } from './merge-vin-readings.ts';
import { type Quad, quadSize } from './quad.ts';
import type { VotingRules } from './reading-votes.ts';
import { VIN_LENGTH } from './vin-check-digit.ts';

/** The scale of one text detection. */
interface DetectionScale {
  /** Longer side of the scaled photo. */
  side: number;
  /** Free space to the right and below, as a fraction: a line at the border is found only if something follows it. */
  margin: number;
}

/** A text detection, or `whole`: the whole photo is taken as one line. */
export type TextScale = DetectionScale | 'whole';

/** How images of a type are read. */
export interface ReadingPlan extends VotingRules<TextInterpretation> {
  /** The views of the photo, in this order until enough models agree. The readings then vote; see reading-votes.ts. */
  scales: readonly [TextScale, ...TextScale[]];
  /** Whether readings vote. If not, the first one is the result. */
  votes: boolean;
  /** Lines with fewer characters are not worth a second recognizer, if the first one found no value. */
  minCharacters: number;
  /** Lines of a lower ratio of width to height are not read, if there are others. */
  minShape: number;
  /** The least ratio of width to height of a photo that is read as one line. */
  minWholeShape: number;
  /** Added around a line, in letter heights: characters at the border are often misread. */
  margin: number;
  /** The most lines that are read, most important first: recognition costs more than detection. */
  maxLines: number;
  importance(line: Quad): number;
  /** The number of characters of the value, if it is fixed. Pieces are then joined and cut lines widened. */
  length?: number;
  /** The form of other lines that tell something about the value, such as the name of a region. */
  context?: RegExp;
}

/** Small photos are enlarged by at most this factor. More only blurs the letters. */
const MAX_ENLARGEMENT = 4;

const height = (line: Quad) => quadSize(line).height;
const width = (line: Quad) => quadSize(line).width;

/** A code fills its photo: two detections at different scales, then the whole photo as one line. */
const CODE: ReadingPlan = {
  scales: [{ side: 480, margin: 0.2 }, { side: 736, margin: 0 }, 'whole'],
  votes: true,
  minCharacters: 1,
  minShape: 0,
  minWholeShape: 0,
  margin: 0.1,
  maxLines: 5,
  importance: (line) => height(line) * Math.sqrt(width(line)),
};

/** Small print on a page. */
const PAGE: ReadingPlan = {
  scales: [{ side: 1280, margin: 0 }],
  votes: false,
  minCharacters: 0,
  minShape: 0,
  minWholeShape: 0,
  margin: 0,
  maxLines: 150,
  importance: height,
};

const PLANS: Readonly<Record<OcrImageType, ReadingPlan>> = {
  // 17 characters are long and small relative to the photo, often with a bar code beside them. Half of a VIN is wide too.
  VIN: {
    ...CODE,
    scales: [
      { side: 480, margin: 0.2 },
      { side: 1088, margin: 0 },
      { side: 736, margin: 0 },
    ],
    merge: mergeVinReadings,
    minCharacters: 10,
    minShape: 4,
    importance: width,
    length: VIN_LENGTH,
  },
  // Many plates do not distinguish O and 0, I and 1; the pattern decides between them.
  PLATE: {
    ...CODE,
    fold: (value) => value.replace(/[OQ]/g, '0').replaceAll('I', '1'),
    minCharacters: 2,
    minWholeShape: 2.5,
    context: /^[A-Z]{4,}$/i,
  },
  // A photo of the reading alone is common, and costs no detection. Thin digits, and those at the ends, are often lost.
  ODOMETER: { ...CODE, scales: [{ side: 480, margin: 0.2 }, 'whole'], isPartOf: isSubsequence },
  VEHICLE_REGISTRATION_PAPERS_FR: PAGE,
  ID_FR: PAGE,
  PASSPORT: PAGE,
  TEXT: PAGE,
};

/** Returns whether a longer value has all characters of this one, in their order. */
function isSubsequence(value: string, longer: string): boolean {
  let found = 0;
  for (const character of longer) if (character === value[found]) found += 1;
  return value.length < longer.length && found === value.length;
}

export function getReadingPlan(imageType: OcrImageType): ReadingPlan {
  return PLANS[imageType];
}

/** Returns the views of a photo. */
export function listScales({ scales, minWholeShape }: ReadingPlan, photo: Size): TextScale[] {
  const isLine = photo.width >= minWholeShape * photo.height;
  return scales.filter((scale) => isLine || scale !== 'whole');
}

/** Returns the canvas for a text detection. Unlike a detector's canvas, it may enlarge the photo and has a margin. */
export function fitTextCanvas(
  photo: Size,
  { side, margin }: DetectionScale,
  { step, area }: CanvasLimits,
): Canvas {
  const maxScale = Math.sqrt(area / (photo.width * photo.height));
  const scale = Math.min(MAX_ENLARGEMENT, maxScale, side / Math.max(photo.width, photo.height));
  const ceilToStep = (length: number) =>
    Math.max(1, Math.ceil((length * scale * (1 + margin)) / step - 1e-6)) * step;
  return { scale, width: ceilToStep(photo.width), height: ceilToStep(photo.height) };
}
