import type { Detection } from '../../src/analysis/detection/detections.ts';
import { boxArea, intersectionArea, iou } from '../../src/analysis/geometry/box.ts';
import { averagePrecision, IOU_THRESHOLDS, mean } from './average-precision.ts';
import { boxMask, fillPolygons, sharedArea } from './mask.ts';
import { ALL_SIZES, type AreaRange, type Match, matchPicture } from './match.ts';
import type { LabelledBox, PhotoRecord } from './records.ts';
import type { PhotoResult } from './resample.ts';

/** A photo with its truths and detections. */
export interface EvaluatedPhoto {
  record: PhotoRecord;
  detections: readonly Detection[];
}

export interface TypeFigures {
  AP50: number;
  AP: number;
  boxes: number;
  /** Undefined if no box of the type, or of the size, has an outline. */
  maskAP50?: number;
  small?: number;
  medium?: number;
  large?: number;
}

/** COCO's sizes, by box area in pixels of the record's photo. */
const SIZES = {
  small: { from: 0, to: 32 ** 2 },
  medium: { from: 32 ** 2, to: 96 ** 2 },
  large: { from: 96 ** 2, to: Number.POSITIVE_INFINITY },
} satisfies Record<string, AreaRange>;

/** Computes all figures of one type over the photos that label it. */
export function evaluateType(type: string, photos: readonly EvaluatedPhoto[]): TypeFigures | undefined {
  const pictures = photos
    .filter(({ record }) => record.labelled.includes(type))
    .map(({ record, detections }) => boxPicture(type, record, detections));
  const AP50 = scoreAt(pictures, 0.5, ALL_SIZES);
  if (AP50 === undefined) return undefined;
  const sizes = Object.entries(SIZES).flatMap(([name, range]) => {
    const value = scoreAt(pictures, 0.5, range);
    return value === undefined ? [] : [[name, value] as const];
  });
  const outlined = photos.filter(({ record }) => isOutlined(type, record));
  const maskAP50 = scoreAt(
    outlined.map(({ record, detections }) => maskPicture(type, record, detections)),
    0.5,
    ALL_SIZES,
  );
  return {
    AP50,
    AP: mean(IOU_THRESHOLDS.map((threshold) => scoreAt(pictures, threshold, ALL_SIZES) ?? 0)),
    boxes: pictures.reduce((sum, { truths }) => sum + truths.filter(({ crowd }) => !crowd).length, 0),
    ...(maskAP50 !== undefined && { maskAP50 }),
    ...Object.fromEntries(sizes),
  };
}

interface Picture {
  detections: { confidence: number; area: number }[];
  truths: { area: number; crowd: boolean }[];
  overlaps: number[][];
}

function scoreAt(pictures: readonly Picture[], threshold: number, range: AreaRange): number | undefined {
  const results = pictures.map(({ detections, truths, overlaps }) =>
    matchPicture(detections, truths, overlaps, threshold, range),
  );
  const counted = results.reduce((sum, result) => sum + result.counted, 0);
  return averagePrecision(
    results.flatMap(({ matches }) => matches),
    counted,
  );
}

function boxPicture(type: string, record: PhotoRecord, detections: readonly Detection[]): Picture {
  const found = detections.filter((detection) => detection.type === type);
  const truths = truthsOf(type, record);
  return {
    detections: found.map(({ confidence, box }) => ({ confidence, area: boxArea(box) })),
    truths: truths.map(({ label, crowd }) => ({ area: boxArea(label.box), crowd })),
    overlaps: found.map(({ box }) =>
      truths.map(({ label, crowd }) =>
        crowd ? intersectionArea(box, label.box) / Math.max(1e-9, boxArea(box)) : iou(box, label.box),
      ),
    ),
  };
}

function maskPicture(type: string, record: PhotoRecord, detections: readonly Detection[]): Picture {
  const found = detections
    .filter((detection) => detection.type === type)
    .map(({ confidence, polygons }) => ({ confidence, mask: fillPolygons(polygons) }));
  const truths = truthsOf(type, record).map(({ label, crowd }) => ({
    crowd,
    mask: label.polygon ? fillPolygons([label.polygon]) : boxMask(label.box),
  }));
  return {
    detections: found.map(({ confidence, mask }) => ({ confidence, area: mask.area })),
    truths: truths.map(({ crowd, mask }) => ({ area: mask.area, crowd })),
    overlaps: found.map(({ mask }) =>
      truths.map(({ crowd, mask: real }) => {
        const shared = sharedArea(mask, real);
        return shared / Math.max(1, crowd ? mask.area : mask.area + real.area - shared);
      }),
    ),
  };
}

function truthsOf(type: string, { boxes, ignore }: PhotoRecord): { label: LabelledBox; crowd: boolean }[] {
  return [
    ...boxes.filter(({ label }) => label === type).map((label) => ({ label, crowd: false })),
    ...ignore.map((label) => ({ label, crowd: true })),
  ];
}

/** Masks are scored only if every box of the type has an outline. */
function isOutlined(type: string, { labelled, boxes }: PhotoRecord): boolean {
  return (
    labelled.includes(type) && boxes.every(({ label, polygon }) => label !== type || polygon !== undefined)
  );
}

/** Returns all detections of labelled types with their verdicts at IoU 0.5. */
export function pooledMatches(types: readonly string[], photos: readonly EvaluatedPhoto[]) {
  const matches: Match[] = [];
  let counted = 0;
  for (const photo of photos) {
    for (const type of types) {
      const result = resultOn(photo, type);
      matches.push(...result.matches);
      counted += result.counted;
    }
  }
  return { matches, counted };
}

/** Returns the detections of a type on a photo with their verdicts at IoU 0.5. Empty if the type is not labelled. */
export function resultOn({ record, detections }: EvaluatedPhoto, type: string): PhotoResult {
  if (!record.labelled.includes(type)) return { matches: [], counted: 0 };
  const picture = boxPicture(type, record, detections);
  return matchPicture(picture.detections, picture.truths, picture.overlaps, 0.5);
}
