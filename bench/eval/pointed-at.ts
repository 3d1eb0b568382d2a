import type { Detection } from '../../src/analysis/detection/detections.ts';
import { type Box, iou } from '../../src/analysis/geometry/box.ts';
import type { EvaluatedPhoto } from './evaluate.ts';

/** Part of its width and height by which a mark is widened before a detection must point into it. */
const GROWN = 0.2;
/** IoU from which a detection points at a mark wherever its centre lies. */
const TOUCHES = 0.1;

/** The scores of the detections that point at each mark of a photo (0: none does), and of those that point at no mark. */
export interface Pointing {
  marks: readonly number[];
  alarms: readonly number[];
}

/**
 * An inspector is shown where to look, so types need not agree, and several detections on one mark count once. Left out are
 * detections in ignored regions and, off the marks, those of types that the photo does not label.
 */
export function pointingOn({ record, detections }: EvaluatedPhoto, types: readonly string[]): Pointing {
  const known = detections.filter(({ type }) => types.includes(type));
  const real = record.boxes.filter(({ label }) => types.includes(label)).map(({ box }) => box);
  const pointsAtAny = ({ box }: Detection, places: readonly Box[]) =>
    places.some((place) => pointsAt(box, place));
  const ignored = record.ignore.map(({ box }) => box);
  return {
    marks: real.map((mark) =>
      Math.max(0, ...known.filter(({ box }) => pointsAt(box, mark)).map(({ confidence }) => confidence)),
    ),
    alarms: known
      .filter((detection) => record.labelled.includes(detection.type))
      .filter((detection) => !pointsAtAny(detection, real) && !pointsAtAny(detection, ignored))
      .map(({ confidence }) => confidence),
  };
}

/** The highest share of marks that are pointed at with at most this number of false alarms per photo. */
export function pointedAtRecall(photos: readonly Pointing[], falsePerPhoto: number): number {
  const marks = photos.flatMap((photo) => photo.marks);
  const alarms = photos.flatMap((photo) => photo.alarms).sort((a, b) => b - a);
  const least = alarms[Math.floor(falsePerPhoto * photos.length)] ?? 0;
  return marks.length === 0 ? 0 : marks.filter((confidence) => confidence > least).length / marks.length;
}

/** Returns whether a detection shows an inspector the place of a mark. */
export function pointsAt(box: Box, mark: Box): boolean {
  const isWithin = (low: number, high: number, place: number) => {
    const margin = ((high - low) * GROWN) / 2;
    return place >= low - margin && place <= high + margin;
  };
  return (
    (isWithin(mark.x0, mark.x1, (box.x0 + box.x1) / 2) &&
      isWithin(mark.y0, mark.y1, (box.y0 + box.y1) / 2)) ||
    iou(box, mark) >= TOUCHES
  );
}
