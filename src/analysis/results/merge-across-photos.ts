import type { DamageType, PartType, Viewpoint } from '../../domain/enums.ts';
import { AMBIGUOUS_PARTS } from '../parts/part-classes.ts';
import { areNeighbours } from '../parts/viewpoint.ts';

/** One damage on one image. */
export interface LocatedDetection<View> {
  imageId: string;
  damageType: DamageType;
  partType: PartType;
  /** The viewpoint of the image, if known. */
  viewpoint?: Viewpoint;
  confidence: number;
  view: View;
}

/** A damage with its detections on all images, the most confident first. */
interface MergedDamage<View> {
  damageType: DamageType;
  partType: PartType;
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
  return damages;
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
