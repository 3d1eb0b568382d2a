import type { OcrImageType } from '../../spec/enums.ts';

/** Longer side of the picture in which lines are looked for, or the whole picture as one line. */
export type Look = { side: number; margin: number } | 'whole';

/** How an image of some type is read. */
export interface ReadingPlan {
  /** In this order, until one is sure enough. */
  looks: readonly [Look, ...Look[]];
  sure: number;
  /** Lines read at most, the largest first. */
  mostLines: number;
  stretch: number;
}

/** A code fills its picture: enlarged if small, a second time at another scale, at last as one line. */
const CODE: ReadingPlan = {
  looks: [{ side: 736, margin: 0 }, { side: 480, margin: 0.2 }, 'whole'],
  sure: 0.85,
  mostLines: 24,
  stretch: 1,
};

/** Small print on a page. */
const PAGE: ReadingPlan = {
  looks: [{ side: 1280, margin: 0 }],
  sure: 0,
  mostLines: 150,
  stretch: 1,
};

export function readingPlan(imageType: OcrImageType): ReadingPlan {
  return imageType === 'VIN' || imageType === 'PLATE' || imageType === 'ODOMETER' ? CODE : PAGE;
}
