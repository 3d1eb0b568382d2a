import type { OcrImageType } from '../../domain/enums.ts';
import { type Quad, quadSize } from './quad.ts';

/** Longer side of the picture in which lines are looked for and free space beyond it; or the picture as one line. */
export type Look = { side: number; margin: number } | 'whole';

/** How an image of some type is read. */
export interface ReadingPlan {
  /** In this order, until enough readings agree; what most of them say is the answer. */
  looks: readonly [Look, ...Look[]];
  /** So many readings that say the same are enough. */
  enough: number;
  /** A reading this sure needs no second one. */
  sure: number;
  /** How much more than the line is cut out, in heights of its letters: what touches the border is easily misread. */
  margin: number;
  /** Lines read at most, the most important first: reading costs more than finding. */
  mostLines: number;
  importance(line: Quad): number;
  /** Whether boxes on one line may be pieces of what is looked for. */
  joins: boolean;
}

const height = (line: Quad) => quadSize(line).height;
const width = (line: Quad) => quadSize(line).width;

/** A code fills its picture: enlarged if small, a second time at another scale, at last as one line. */
const CODE: ReadingPlan = {
  looks: [{ side: 480, margin: 0.2 }, { side: 736, margin: 0 }, 'whole'],
  enough: 2,
  sure: 0.99,
  margin: 0.1,
  mostLines: 5,
  importance: (line) => height(line) * Math.sqrt(width(line)),
  joins: false,
};

/** Small print on a page. */
const PAGE: ReadingPlan = {
  looks: [{ side: 1280, margin: 0 }],
  enough: 1,
  sure: 0,
  margin: 0,
  mostLines: 150,
  importance: height,
  joins: false,
};

const PLANS: Readonly<Record<OcrImageType, ReadingPlan>> = {
  // Seventeen signs are long, and small beside their picture, often with a bar code close by.
  VIN: {
    ...CODE,
    looks: [
      { side: 1088, margin: 0 },
      { side: 736, margin: 0 },
      { side: 480, margin: 0.2 },
    ],
    importance: width,
    joins: true,
  },
  PLATE: CODE,
  // A display's digits are easily misread alike: two that agree are not enough.
  ODOMETER: { ...CODE, enough: 3 },
  VEHICLE_REGISTRATION_PAPERS_FR: PAGE,
  ID_FR: PAGE,
  PASSPORT: PAGE,
  TEXT: PAGE,
};

export function readingPlan(imageType: OcrImageType): ReadingPlan {
  return PLANS[imageType];
}
