import type { Detection } from '../detection/detections.ts';
import { intersectionOverSmaller, uniteBoxes } from '../geometry/box.ts';

/** Two detections of one type show one damage if they share at least this fraction of the smaller box. */
const MIN_SHARED = 0.3;

/**
 * Merges the detections of one damage on one photo: of the same type, and partly in the same place. A model often outlines
 * a damage as a whole and in pieces. The merged detection has all outlines, and the highest confidence.
 */
export function mergeOnPhoto(detections: readonly Detection[]): Detection[] {
  const merged: Detection[] = [];
  for (const detection of [...detections].sort((a, b) => b.confidence - a.confidence)) {
    let joined = detection;
    // A detection can connect two damages that did not touch before.
    for (;;) {
      const index = merged.findIndex((other) => isSameDamage(other, joined));
      if (index < 0) break;
      const [other] = merged.splice(index, 1);
      if (other) joined = join(other, joined);
    }
    merged.push(joined);
  }
  return merged.sort((a, b) => b.confidence - a.confidence);
}

function isSameDamage(a: Detection, b: Detection): boolean {
  return a.type === b.type && intersectionOverSmaller(a.box, b.box) >= MIN_SHARED;
}

function join(a: Detection, b: Detection): Detection {
  return {
    type: a.type,
    confidence: Math.max(a.confidence, b.confidence),
    box: uniteBoxes(a.box, b.box),
    polygons: [...a.polygons, ...b.polygons],
  };
}
