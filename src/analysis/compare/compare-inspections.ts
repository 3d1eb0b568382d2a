import type { Damage } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { PartType, Viewpoint } from '../../domain/enums.ts';
import { type Box, iou } from '../geometry/box.ts';
import { matchBestPairs } from '../geometry/match-best-pairs.ts';
import { areNeighbours } from '../parts/viewpoint.ts';
import { AMBIGUOUS_PARTS } from '../results/merge-across-photos.ts';
import { getPhotoViewpoint } from './photo-viewpoint.ts';

/** The records of an inspection that are compared. The entities of `inspections.getOne` contain them. */
export type ComparableInspection = Pick<Entities, 'damages' | 'views' | 'images'>;

/** The differences between two inspections of one vehicle. Each damage is in exactly one list. */
export interface InspectionComparison {
  /** Damages of the later inspection that the earlier one does not have. */
  added: Damage[];
  /** The same damage in the earlier and in the later inspection. */
  kept: [before: Damage, after: Damage][];
  /** Damages of the earlier inspection that the later one does not have: repaired, or missed. */
  gone: Damage[];
  /** Damages of equal type that may be the same: neither the part nor the viewpoint decides. */
  unclear: { before: Damage[]; after: Damage[] };
}

/** Where a photo shows a damage. The box is in fractions of the image: two inspections have no image in common. */
interface Location {
  viewpoint: Viewpoint | undefined;
  box: Box;
}

interface LocatedDamage {
  id: string;
  damage: Damage;
  locations: Location[];
}

/** The least score of two damages of one type on one part. The IoU of their boxes adds to it, so that it breaks ties. */
const SAME_PART_SCORE = 0.5;
/** On an ambiguous part, two damages are the same from this IoU on, on photos from one viewpoint. */
const SAME_LOCATION_IOU = 0.2;
/** The part types of a damage whose part is unknown. */
const UNKNOWN_PARTS: readonly PartType[] = ['ignore', 'background'];

/**
 * Compares the damages of two inspections of one vehicle.
 *
 * Two damages are the same if type and part are equal and their viewpoints are equal, adjacent or unknown. If the part
 * is ambiguous, their boxes must overlap on photos from one viewpoint. Each damage has at most one counterpart; the best
 * matches are taken first. A damage without a counterpart that may still be one of the other inspection is `unclear`.
 *
 * @example
 * const before = await kerbside.inspections.getOne(earlierId);
 * const after = await kerbside.inspections.getOne(laterId);
 * const { added, gone } = compareInspections(before.entities, after.entities);
 */
export function compareInspections(
  before: ComparableInspection,
  after: ComparableInspection,
): InspectionComparison {
  const [earlier, later] = [locateDamages(before), locateDamages(after)];
  const pairs = matchBestPairs(earlier, later, scoreMatch, SAME_LOCATION_IOU);
  const paired = new Set(pairs.flat());
  const isUnpaired = (damage: LocatedDamage) => !paired.has(damage);
  const [unpairedBefore, unpairedAfter] = [earlier.filter(isUnpaired), later.filter(isUnpaired)];
  const [gone, unclearBefore] = partitionByMatch(unpairedBefore, unpairedAfter);
  const [added, unclearAfter] = partitionByMatch(unpairedAfter, unpairedBefore);
  return {
    added,
    kept: pairs.map(([a, b]) => [a.damage, b.damage]),
    gone,
    unclear: { before: unclearBefore, after: unclearAfter },
  };
}

/** Separates the damages that match none of the others from those that may match one. */
function partitionByMatch(
  damages: readonly LocatedDamage[],
  others: readonly LocatedDamage[],
): [unmatched: Damage[], unclear: Damage[]] {
  const [unmatched, unclear]: [Damage[], Damage[]] = [[], []];
  for (const damage of damages) {
    const list = others.some((other) => mayBeSame(damage, other)) ? unclear : unmatched;
    list.push(damage.damage);
  }
  return [unmatched, unclear];
}

/** Returns how certainly two damages are the same, 0 to 1. */
function scoreMatch(a: LocatedDamage, b: LocatedDamage): number {
  if (a.damage.damageType !== b.damage.damageType || a.damage.partType !== b.damage.partType) return 0;
  const pairs = pairLocations(a, b);
  const bestIou = Math.max(0, ...pairs.map(([one, other]) => locationIou(one, other)));
  if (AMBIGUOUS_PARTS.includes(a.damage.partType)) return bestIou;
  const isPossible = pairs.length === 0 || pairs.some(([one, other]) => areViewpointsCompatible(one, other));
  return isPossible ? SAME_PART_SCORE + bestIou * (1 - SAME_PART_SCORE) : 0;
}

function mayBeSame(a: LocatedDamage, b: LocatedDamage): boolean {
  if (a.damage.damageType !== b.damage.damageType || !mayBeSamePart(a.damage, b.damage)) return false;
  const pairs = pairLocations(a, b);
  return pairs.length === 0 || pairs.some(([one, other]) => mayBeSameLocation(one, other));
}

function mayBeSamePart({ partType: a }: Damage, { partType: b }: Damage): boolean {
  const includes = (ambiguous: PartType, part: PartType) =>
    AMBIGUOUS_PARTS.includes(ambiguous) && part.startsWith(ambiguous);
  return UNKNOWN_PARTS.includes(a) || UNKNOWN_PARTS.includes(b) || includes(a, b) || includes(b, a);
}

/** From one viewpoint, the boxes decide. From different or unknown viewpoints, they do not. */
function mayBeSameLocation(a: Location, b: Location): boolean {
  if (a.viewpoint !== undefined && a.viewpoint === b.viewpoint) return locationIou(a, b) >= SAME_LOCATION_IOU;
  return areViewpointsCompatible(a, b);
}

function locationIou(a: Location, b: Location): number {
  return a.viewpoint !== undefined && a.viewpoint === b.viewpoint ? iou(a.box, b.box) : 0;
}

function areViewpointsCompatible(a: Location, b: Location): boolean {
  return !a.viewpoint || !b.viewpoint || areNeighbours(a.viewpoint, b.viewpoint);
}

function pairLocations(a: LocatedDamage, b: LocatedDamage): (readonly [Location, Location])[] {
  return a.locations.flatMap((one) => b.locations.map((other) => [one, other] as const));
}

function locateDamages({ damages, views, images }: ComparableInspection): LocatedDamage[] {
  const currentViews = Object.values(views).filter(({ deletedAt }) => deletedAt === undefined);
  return Object.values(damages)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((damage) => ({
      id: damage.id,
      damage,
      locations: currentViews
        .filter(({ damageId }) => damageId === damage.id)
        .flatMap(({ imageId, boundingBox: { xmin, ymin, width, height } }): Location[] => {
          const image = images[imageId];
          if (!image) return [];
          const { imageWidth: w, imageHeight: h } = image;
          const box = { x0: xmin / w, y0: ymin / h, x1: (xmin + width) / w, y1: (ymin + height) / h };
          return [{ viewpoint: getPhotoViewpoint(image), box }];
        }),
    }));
}
