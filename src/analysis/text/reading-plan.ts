import type { OcrImageType } from '../../domain/enums.ts';
import type { Canvas, CanvasLimits } from '../detection/model-canvas.ts';
import { type Quad, quadSize } from './quad.ts';

/** The scale of one text detection. */
interface DetectionScale {
  /** Longer side of the scaled photo. */
  side: number;
  /** Free space to the right and below, as a fraction: a line at the border is found only if something follows it. */
  margin: number;
}

/** A text detection, or `whole`: the whole photo is taken as one line. */
type TextScale = DetectionScale | 'whole';

/** How images of a type are read. */
export interface ReadingPlan {
  /** The views of the photo, in this order until enough models agree. The readings then vote; see reading-votes.ts. */
  scales: readonly [TextScale, ...TextScale[]];
  /** Whether readings vote. If not, the first one is the result. */
  votes: boolean;
  /** Values that differ only by look-alikes count as one. */
  fold(value: string): string;
  /** Lines with fewer characters are not worth a second recognizer. */
  minCharacters: number;
  /** Added around a line, in letter heights: characters at the border are often misread. */
  margin: number;
  /** The most lines that are read, most important first: recognition costs more than detection. */
  maxLines: number;
  importance(line: Quad): number;
  /** Whether several boxes may be pieces of the wanted line; see join-line-pieces.ts. */
  joinsPieces: boolean;
}

/** Small photos are enlarged by at most this factor. More only blurs the letters. */
const MAX_ENLARGEMENT = 4;

const height = (line: Quad) => quadSize(line).height;
const width = (line: Quad) => quadSize(line).width;

/** A code fills its photo: two detections at different scales, then the whole photo as one line. */
const CODE: ReadingPlan = {
  scales: [{ side: 480, margin: 0.2 }, { side: 736, margin: 0 }, 'whole'],
  votes: true,
  fold: (value) => value,
  minCharacters: 1,
  margin: 0.1,
  maxLines: 5,
  importance: (line) => height(line) * Math.sqrt(width(line)),
  joinsPieces: false,
};

/** Small print on a page. */
const PAGE: ReadingPlan = {
  scales: [{ side: 1280, margin: 0 }],
  votes: false,
  fold: (value) => value,
  minCharacters: 0,
  margin: 0,
  maxLines: 150,
  importance: height,
  joinsPieces: false,
};

const PLANS: Readonly<Record<OcrImageType, ReadingPlan>> = {
  // 17 characters are long and small relative to the photo, often with a bar code beside them.
  VIN: {
    ...CODE,
    scales: [
      { side: 736, margin: 0 },
      { side: 1088, margin: 0 },
      { side: 480, margin: 0.2 },
    ],
    minCharacters: 10,
    importance: width,
    joinsPieces: true,
  },
  // Many plates do not distinguish O and 0, I and 1; the pattern decides between them.
  PLATE: { ...CODE, fold: (value) => value.replace(/[OQ]/g, '0').replaceAll('I', '1'), minCharacters: 2 },
  // A photo of the reading alone is common, and costs no detection.
  ODOMETER: { ...CODE, scales: [{ side: 480, margin: 0.2 }, 'whole', { side: 736, margin: 0 }] },
  VEHICLE_REGISTRATION_PAPERS_FR: PAGE,
  ID_FR: PAGE,
  PASSPORT: PAGE,
  TEXT: PAGE,
};

export function getReadingPlan(imageType: OcrImageType): ReadingPlan {
  return PLANS[imageType];
}

/** Returns the canvas for a text detection. Unlike a detector's canvas, it may enlarge the photo and has a margin. */
export function fitTextCanvas(
  photo: { width: number; height: number },
  { side, margin }: DetectionScale,
  { step, area }: CanvasLimits,
): Canvas {
  const maxScale = Math.sqrt(area / (photo.width * photo.height));
  const scale = Math.min(MAX_ENLARGEMENT, maxScale, side / Math.max(photo.width, photo.height));
  const ceilToStep = (length: number) =>
    Math.max(1, Math.ceil((length * scale * (1 + margin)) / step - 1e-6)) * step;
  return { scale, width: ceilToStep(photo.width), height: ceilToStep(photo.height) };
}
