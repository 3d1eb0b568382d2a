import type { Detection } from '../../src/analysis/detection/detections.ts';
import { iou } from '../../src/analysis/geometry/box.ts';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';

/** How detections on some photos differ from the wanted ones. */
export interface DetectionAgreement {
  /** Wanted detections at the thresholds of the types. */
  detections: number;
  /** Detections at the thresholds that only one of both has. */
  changed: number;
  /** The same for detections with at least half of the threshold. */
  lowDetections: number;
  lowChanged: number;
  leastIou: number;
  largestConfidenceDifference: number;
}

/** Detections that overlap less are different ones. */
const SAME_IOU = 0.5;

/** Compares the detections of two engines or model files on several photos, at the thresholds of the types and at half of them. */
export function compareDetections(
  model: Pick<DetectorEntry, 'types'>,
  photos: readonly { wanted: readonly Detection[]; actual: readonly Detection[] }[],
): DetectionAgreement {
  const thresholds = new Map(model.types.map(({ name, bestThreshold }) => [name, bestThreshold]));
  const above = (detections: readonly Detection[], factor: number) =>
    detections.filter(({ type, confidence }) => confidence >= factor * (thresholds.get(type) ?? 1));
  const counts: DetectionAgreement = {
    detections: 0,
    changed: 0,
    lowDetections: 0,
    lowChanged: 0,
    leastIou: 1,
    largestConfidenceDifference: 0,
  };
  for (const { wanted, actual } of photos) {
    const pairs = pairUp(above(wanted, 0.5), above(actual, 0.5));
    const [strong, strongActual] = [above(wanted, 1), above(actual, 1)];
    counts.detections += strong.length;
    counts.lowDetections += above(wanted, 0.5).length;
    counts.changed += countUnpaired(strong, strongActual);
    counts.lowChanged += countUnpaired(above(wanted, 0.5), above(actual, 0.5));
    for (const [one, other] of pairs) {
      counts.leastIou = Math.min(counts.leastIou, iou(one.box, other.box));
      counts.largestConfidenceDifference = Math.max(
        counts.largestConfidenceDifference,
        Math.abs(one.confidence - other.confidence),
      );
    }
  }
  return counts;
}

function countUnpaired(wanted: readonly Detection[], actual: readonly Detection[]): number {
  return wanted.length + actual.length - 2 * pairUp(wanted, actual).length;
}

/** Pairs each detection with the one of the same type that overlaps it most, best confidence first. */
function pairUp(wanted: readonly Detection[], actual: readonly Detection[]): [Detection, Detection][] {
  const free = new Set(actual);
  return wanted.flatMap((one): [Detection, Detection][] => {
    const [best] = [...free]
      .filter(({ type, box }) => type === one.type && iou(box, one.box) >= SAME_IOU)
      .sort((a, b) => iou(b.box, one.box) - iou(a.box, one.box));
    if (!best) return [];
    free.delete(best);
    return [[one, best]];
  });
}
