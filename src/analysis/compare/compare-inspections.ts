import type { PartType } from '../../domain/enums.ts';
import { matchBestPairs } from '../../domain/match-best-pairs.ts';
import type { Damage } from '../../domain/records/damage.ts';
import { areNeighbours } from '../../domain/sights/viewpoints.ts';
import { iou } from '../geometry/box.ts';
import { AMBIGUOUS_PARTS } from '../parts/part-classes.ts';
import { findUnseenReason, type UnseenReason } from './could-show.ts';
import {
  type ComparableInspection,
  type LocatedDamage,
  type Location,
  locateDamages,
} from './located-damage.ts';
import { type PhotoAlignment, type PlaceRelation, relatePlaces } from './photo-alignment.ts';

/**
 * The state of a damage relative to the earlier inspection. `new`, `gone`: only one inspection has it, and the other one could
 * have shown it. `unclear`: it could not, or it has a damage that may be the same, and neither the place nor the part decides.
 */
export const COMPARISON_STATUSES = ['new', 'worse', 'unclear', 'same', 'gone'] as const;
export type ComparisonStatus = (typeof COMPARISON_STATUSES)[number];

/** Why a damage is unclear. `mayBeSame`: the other inspection has a damage that may be the same. */
export type UnclearReason = UnseenReason | 'mayBeSame';

/** A damage of one inspection, or the same damage in both. */
export interface ComparedDamage {
  status: ComparisonStatus;
  /** Present if the status is `unclear`. */
  reason?: UnclearReason;
  /** In the earlier inspection. Absent if it is new, or unclear and only in the later one. */
  before?: Damage;
  /** In the later inspection. Absent if it is gone, or unclear and only in the earlier one. */
  after?: Damage;
}

/** The least score of two damages of one type on one part. The IoU of their boxes adds to it, so that it breaks ties. */
const SAME_PART_SCORE = 0.5;
/** On an ambiguous part, two damages are the same from this IoU on, on photos from one viewpoint. */
const SAME_LOCATION_IOU = 0.2;
/** Damages of different types are the same from this IoU on, on aligned photos: models confuse types. */
const SAME_PLACE_OTHER_TYPE_IOU = 0.4;
/** Less than every other score: a damage of the same type is preferred. */
const OTHER_TYPE_SCORE = 0.3;
/** A damage whose box is this much larger than before is worse. Boxes of an unchanged damage differ by up to half. */
const WORSE_GROWTH = 1.8;
/** The part types of a damage whose part is unknown. */
const UNKNOWN_PARTS: readonly PartType[] = ['ignore', 'background'];

/**
 * Compares the damages of two inspections of one vehicle.
 *
 * On aligned photos, the place decides: two damages at one place are the same, and two at different places are not. Files
 * that are identical are aligned; `alignComparedPhotos` of `kerbside/compare` aligns others. On photos that are not
 * aligned, two damages are the same if type and part are equal and their viewpoints are equal, adjacent or unknown; if the
 * part is ambiguous, their boxes must overlap on photos from one viewpoint.
 *
 * Each damage has at most one counterpart; the best matches are taken first. One without a counterpart is new or gone only if
 * the other inspection could have shown it: a user looked there, or the detection limit of a photo of the place is below its
 * size.
 *
 * @param alignments - Of photos of `before` and `after`.
 * @returns Each damage of both inspections once, ordered by status: new, worse, unclear, same, gone.
 * @example
 * const before = await kerbside.inspections.getOne(earlierId);
 * const after = await kerbside.inspections.getOne(laterId);
 * const compared = compareInspections(before.entities, after.entities);
 * const added = compared.filter(({ status }) => status === 'new');
 */
export function compareInspections(
  before: ComparableInspection,
  after: ComparableInspection,
  alignments: readonly PhotoAlignment[] = [],
): ComparedDamage[] {
  const [earlier, later] = [locateDamages(before), locateDamages(after)];
  const relate = (a: LocatedDamage, b: LocatedDamage) => relateDamages(a, b, alignments);
  const pairs = matchBestPairs(earlier, later, (a, b) => scoreMatch(a, b, relate(a, b)), SAME_LOCATION_IOU);
  const paired = new Set(pairs.flat());
  const isUnpaired = (damage: LocatedDamage) => !paired.has(damage);
  const [unpairedBefore, unpairedAfter] = [earlier.filter(isUnpaired), later.filter(isUnpaired)];
  const compared: ComparedDamage[] = [
    ...unpairedAfter.map((b): ComparedDamage => {
      const isAmbiguous = unpairedBefore.some((a) => mayBeSame(a, b, relate(a, b)));
      const reason = isAmbiguous ? 'mayBeSame' : findUnseenReason(b, before, alignments);
      return { ...(reason ? { status: 'unclear', reason } : { status: 'new' }), after: b.damage };
    }),
    ...pairs.map(([a, b]): ComparedDamage => {
      const { growth = 1 } = relate(a, b) ?? {};
      return { status: growth >= WORSE_GROWTH ? 'worse' : 'same', before: a.damage, after: b.damage };
    }),
    ...unpairedBefore.map((a): ComparedDamage => {
      const isAmbiguous = unpairedAfter.some((b) => mayBeSame(a, b, relate(a, b)));
      const reason = isAmbiguous ? 'mayBeSame' : findUnseenReason(a, after, alignments);
      return { ...(reason ? { status: 'unclear', reason } : { status: 'gone' }), before: a.damage };
    }),
  ];
  const rank = ({ status }: ComparedDamage) => COMPARISON_STATUSES.indexOf(status);
  return compared.sort((one, other) => rank(one) - rank(other));
}

/** Returns how the places of two damages relate on the pair of aligned photos that shows them closest together. */
function relateDamages(
  a: LocatedDamage,
  b: LocatedDamage,
  alignments: readonly PhotoAlignment[],
): PlaceRelation | undefined {
  const rank = { same: 2, near: 1, other: 0 };
  return pairLocations(a, b)
    .flatMap(([one, other]) => relatePlaces(one, other, alignments) ?? [])
    .reduce<PlaceRelation | undefined>((best, relation) => {
      const isBetter = !best || rank[relation.place] + relation.iou > rank[best.place] + best.iou;
      return isBetter ? relation : best;
    }, undefined);
}

/** Returns how certainly two damages are the same: 0 to 1, or 1 to 2 for damages at the same place on aligned photos. */
function scoreMatch(a: LocatedDamage, b: LocatedDamage, relation: PlaceRelation | undefined): number {
  const isSameType = a.damage.damageType === b.damage.damageType;
  if (relation?.place === 'other') return 0;
  if (relation?.place === 'same')
    return isSameType ? 1 + relation.iou : relation.iou >= SAME_PLACE_OTHER_TYPE_IOU ? OTHER_TYPE_SCORE : 0;
  if (!isSameType || a.damage.partType !== b.damage.partType) return 0;
  const pairs = pairLocations(a, b);
  const bestIou = Math.max(0, ...pairs.map(([one, other]) => locationIou(one, other)));
  if (AMBIGUOUS_PARTS.includes(a.damage.partType)) return bestIou;
  const isPossible = pairs.length === 0 || pairs.some(([one, other]) => areViewpointsCompatible(one, other));
  return isPossible ? SAME_PART_SCORE + bestIou * (1 - SAME_PART_SCORE) : 0;
}

function mayBeSame(a: LocatedDamage, b: LocatedDamage, relation: PlaceRelation | undefined): boolean {
  if (relation) return relation.place !== 'other' && a.damage.damageType === b.damage.damageType;
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
