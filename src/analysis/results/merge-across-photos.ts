import type { DamageType, PartType, Viewpoint } from '../../domain/enums.ts';
import { VIEWPOINTS } from '../../domain/enums.ts';

/** One damage as seen on one image. */
export interface LocatedDetection<View> {
  imageId: string;
  damageType: DamageType;
  partType: PartType;
  /** From where the image was taken, where it is known. */
  viewpoint?: Viewpoint;
  confidence: number;
  view: View;
}

/** A damage with all the images it was seen on, the clearest first. */
export interface MergedDamage<View> {
  damageType: DamageType;
  partType: PartType;
  confidence: number;
  detections: LocatedDetection<View>[];
}

/** Of these a vehicle has several, or none. */
export const UNPLACED: readonly PartType[] = ['ignore', 'background', 'wheel', 'hubcap'];

/**
 * Tells which sightings are one and the same damage. Two are, when they agree in type and part and were taken from
 * the same or a neighbouring viewpoint. A damage is seen once per image: two scratches on one door in one image stay
 * two, and the clearer of them takes the clearer sighting of the next image. Where the part is not known (`ignore`,
 * or a wheel without a name) or the viewpoint is not, nothing can be told, and every sighting is a damage of its own: a person can merge what
 * was kept apart, but not take apart what was merged.
 */
export function mergeAcrossPhotos<View>(sightings: readonly LocatedDetection<View>[]): MergedDamage<View>[] {
  const damages: MergedDamage<View>[] = [];
  for (const sighting of [...sightings].sort((a, b) => b.confidence - a.confidence)) {
    const same = damages.find((damage) => isSame(damage, sighting));
    if (same) same.detections.push(sighting);
    else {
      const { damageType, partType, confidence } = sighting;
      damages.push({ damageType, partType, confidence, detections: [sighting] });
    }
  }
  return damages;
}

function isSame<View>(damage: MergedDamage<View>, sighting: LocatedDetection<View>): boolean {
  return (
    !UNPLACED.includes(sighting.partType) &&
    damage.damageType === sighting.damageType &&
    damage.partType === sighting.partType &&
    damage.detections.every(({ imageId }) => imageId !== sighting.imageId) &&
    damage.detections.some(({ viewpoint }) => areNeighbours(viewpoint, sighting.viewpoint))
  );
}

/** The eight viewpoints stand in a ring around the vehicle. */
export function areNeighbours(a: Viewpoint | undefined, b: Viewpoint | undefined): boolean {
  if (!a || !b) return false;
  const apart = Math.abs(VIEWPOINTS.indexOf(a) - VIEWPOINTS.indexOf(b));
  return Math.min(apart, VIEWPOINTS.length - apart) <= 1;
}
