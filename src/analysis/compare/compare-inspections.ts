import type { Damage } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { PartType, Viewpoint } from '../../domain/enums.ts';
import { bestPairs } from '../geometry/best-pairs.ts';
import { type Box, overlap } from '../geometry/box.ts';
import { areNeighbours, UNPLACED } from '../results/merge-across-photos.ts';
import { viewpointOf } from './photo-viewpoint.ts';

/** What an inspection saw; `inspections.getOne` answers with more. */
export type Inspected = Pick<Entities, 'damages' | 'views' | 'images'>;

export interface InspectionComparison {
  /** Damages of the later inspection that the earlier one does not have. */
  added: Damage[];
  /** The same damage, as the earlier and as the later inspection has it. */
  kept: [before: Damage, after: Damage][];
  /** Damages of the earlier inspection that were not seen again: repaired, or missed. */
  gone: Damage[];
  /** Nobody can tell: of one type, and neither a part nor a side of the vehicle says whether they are the same. */
  unclear: { before: Damage[]; after: Damage[] };
}

/** A damage where it is seen, in shares of the image: two inspections have no image in common. */
interface Place {
  viewpoint: Viewpoint | undefined;
  box: Box;
}

interface Seen {
  id: string;
  damage: Damage;
  places: Place[];
}

/** One part, one type, nothing that says otherwise. Two of a type on one part are told apart by where they lie. */
const SAME_PART = 0.5;
/** Without a part only the place tells: from the same viewpoint, and this much of it shared. */
const SAME_PLACE = 0.2;
/** What is said where no part was recognised: it may be any. */
const ANYWHERE: readonly PartType[] = ['ignore', 'background'];

/**
 * What is new since an earlier inspection of the same vehicle. Two damages are one where type and part agree and they
 * were seen from the same or a neighbouring viewpoint (or from no known one); where the part is not known, where they
 * lie at one place as seen from one viewpoint. Each has at most one counterpart, and the best agree first. What has none
 * and may yet be one of the other inspection's is neither new nor gone.
 */
export function compareInspections(before: Inspected, after: Inspected): InspectionComparison {
  const [earlier, later] = [seenDamages(before), seenDamages(after)];
  const pairs = bestPairs(earlier, later, agreement, SAME_PLACE);
  const paired = new Set(pairs.flat());
  const alone = (damages: Seen[]) => damages.filter((one) => !paired.has(one));
  const [fromBefore, fromAfter] = [alone(earlier), alone(later)];
  const [gone, unclearBefore] = apart(fromBefore, fromAfter);
  const [added, unclearAfter] = apart(fromAfter, fromBefore);
  return {
    added,
    kept: pairs.map(([a, b]) => [a.damage, b.damage]),
    gone,
    unclear: { before: unclearBefore, after: unclearAfter },
  };
}

/** Those that are none of the others, and those that may be one. */
function apart(damages: readonly Seen[], others: readonly Seen[]): [none: Damage[], maybe: Damage[]] {
  const [none, maybe]: [Damage[], Damage[]] = [[], []];
  for (const one of damages) {
    const group = others.some((other) => mayBeOne(one, other)) ? maybe : none;
    group.push(one.damage);
  }
  return [none, maybe];
}

function agreement(a: Seen, b: Seen): number {
  if (a.damage.damageType !== b.damage.damageType || a.damage.partType !== b.damage.partType) return 0;
  const pairs = a.places.flatMap((one) => b.places.map((other) => [one, other] as const));
  const shared = Math.max(0, ...pairs.map(([one, other]) => sharedPlace(one, other)));
  if (UNPLACED.includes(a.damage.partType)) return shared;
  const isPossible = pairs.length === 0 || pairs.some(([one, other]) => couldBeOne(one, other));
  return isPossible ? SAME_PART + shared * (1 - SAME_PART) : 0;
}

function mayBeOne(a: Seen, b: Seen): boolean {
  if (a.damage.damageType !== b.damage.damageType || !mayBeOnePart(a.damage, b.damage)) return false;
  const pairs = a.places.flatMap((one) => b.places.map((other) => [one, other] as const));
  return pairs.length === 0 || pairs.some(([one, other]) => isLeftOpen(one, other));
}

function mayBeOnePart({ partType: a }: Damage, { partType: b }: Damage): boolean {
  const isOneOf = (kind: PartType, part: PartType) => UNPLACED.includes(kind) && part.startsWith(kind);
  return ANYWHERE.includes(a) || ANYWHERE.includes(b) || isOneOf(a, b) || isOneOf(b, a);
}

/** As seen from one viewpoint the place tells; from two, or from who knows where, it does not. */
function isLeftOpen(a: Place, b: Place): boolean {
  if (a.viewpoint !== undefined && a.viewpoint === b.viewpoint) return sharedPlace(a, b) >= SAME_PLACE;
  return couldBeOne(a, b);
}

function sharedPlace(a: Place, b: Place): number {
  return a.viewpoint !== undefined && a.viewpoint === b.viewpoint ? overlap(a.box, b.box) : 0;
}

function couldBeOne(a: Place, b: Place): boolean {
  return !a.viewpoint || !b.viewpoint || areNeighbours(a.viewpoint, b.viewpoint);
}

function seenDamages({ damages, views, images }: Inspected): Seen[] {
  const shown = Object.values(views).filter(({ deletedAt }) => deletedAt === undefined);
  return Object.values(damages)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((damage) => ({
      id: damage.id,
      damage,
      places: shown.flatMap(({ damageId, imageId, boundingBox: { xmin, ymin, width, height } }): Place[] => {
        const image = images[imageId];
        if (damageId !== damage.id || !image) return [];
        const { imageWidth: w, imageHeight: h } = image;
        const box = { x0: xmin / w, y0: ymin / h, x1: (xmin + width) / w, y1: (ymin + height) / h };
        return [{ viewpoint: viewpointOf(image), box }];
      }),
    }));
}
