import type { DamageType, PartType, Viewpoint } from '../../domain/enums.ts';
import { PART_ORIGINS, type PartOrigin } from '../../domain/records/damage.ts';
import { areNeighbours } from '../../domain/sights/viewpoints.ts';
import type { Detection } from '../detection/detections.ts';
import { intersectionOverSmaller, uniteBoxes } from '../geometry/box.ts';
import { AMBIGUOUS_PARTS } from '../parts/part-classes.ts';

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
      const index = merged.findIndex((other) => overlapAsOneDamage(other, joined));
      if (index < 0) break;
      const [other] = merged.splice(index, 1);
      if (other) joined = join(other, joined);
    }
    merged.push(joined);
  }
  return merged.sort((a, b) => b.confidence - a.confidence);
}

function overlapAsOneDamage(a: Detection, b: Detection): boolean {
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

/** One damage on one image. */
export interface LocatedDetection<View> {
  imageId: string;
  damageType: DamageType;
  partType: PartType;
  /** How the part became known. */
  partOrigin?: PartOrigin;
  /** The viewpoint of the image, if known. */
  viewpoint?: Viewpoint;
  confidence: number;
  view: View;
}

/** A damage with its detections on all images, the most confident first. */
interface MergedDamage<View> {
  damageType: DamageType;
  partType: PartType;
  /** The most reliable of its detections. */
  partOrigin?: PartOrigin;
  confidence: number;
  detections: LocatedDetection<View>[];
}

/**
 * Merges the detections of one damage on several images. Two detections are the same damage if type and part are equal
 * and the viewpoints are equal or adjacent.
 *
 * A damage has at most one detection per image: two scratches on one door of one image stay two, and the more confident
 * takes the most confident detection of the next image. If the part is ambiguous or the viewpoint unknown, the detection
 * is not merged: a user can merge two damages but cannot split one.
 */
export function mergeAcrossPhotos<View>(detections: readonly LocatedDetection<View>[]): MergedDamage<View>[] {
  const damages: MergedDamage<View>[] = [];
  for (const detection of [...detections].sort((a, b) => b.confidence - a.confidence)) {
    const same = damages.find((damage) => isSameDamage(damage, detection));
    if (same) same.detections.push(detection);
    else {
      const { damageType, partType, confidence } = detection;
      damages.push({ damageType, partType, confidence, detections: [detection] });
    }
  }
  return damages.map((damage) => {
    const partOrigin = PART_ORIGINS.find((origin) =>
      damage.detections.some((detection) => detection.partOrigin === origin),
    );
    return partOrigin ? { ...damage, partOrigin } : damage;
  });
}

function isSameDamage<View>(damage: MergedDamage<View>, detection: LocatedDetection<View>): boolean {
  return (
    !AMBIGUOUS_PARTS.includes(detection.partType) &&
    damage.damageType === detection.damageType &&
    damage.partType === detection.partType &&
    damage.detections.every(({ imageId }) => imageId !== detection.imageId) &&
    damage.detections.some(({ viewpoint }) => areNeighbours(viewpoint, detection.viewpoint))
  );
}
