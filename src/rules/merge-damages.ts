import type { DamageType } from '../domain/enums.ts';
import type { InspectionEvent } from '../domain/events.ts';
import { matchBestPairs } from '../domain/match-best-pairs.ts';
import type { BoundingBox, View } from '../domain/records/view.ts';
import type { DamageRecord, InspectionState } from './state.ts';
import { isCreatedByModel, isDecidedByUser } from './user-confirmation.ts';

/** Boxes with a smaller intersection over union show different damages. */
const MIN_OVERLAP = 0.3;

/** A damage of a newer result: of the large model, or of the service. */
export interface NewerDamage extends DamageRecord {
  views: View[];
}

/** Known ids of a newer result, before it is compared with the local records. */
export interface KnownIds {
  /** Returns the local id of a record of the newer result. */
  getLocalId(newerId: string): string | undefined;
  /** Returns whether the source of the newer result has this local record, under an id of its own. */
  hasLocal(localId: string): boolean;
}

/** A local record and the record of the newer result that is the same, or that it was created from. */
export interface IdPair {
  kind: 'damage' | 'view';
  localId: string;
  newerId: string;
}

/**
 * Returns the newer damages and views under local ids: what a model detected at the same place keeps its id. The others get
 * new ids.
 *
 * @returns also the pairs that were not known before.
 */
export function assignLocalIds(
  state: InspectionState,
  newer: readonly NewerDamage[],
  known: KnownIds,
  newId: (newerId: string) => string,
): { damages: NewerDamage[]; pairs: IdPair[] } {
  const isOpen = ({ id, createdBy }: { id: string; createdBy: View['createdBy'] }) =>
    isCreatedByModel({ createdBy }) && !known.hasLocal(id);
  const isNew = ({ id }: { id: string }) => known.getLocalId(id) === undefined;
  const viewsOf = (localId: string) => state.views.filter((view) => view.damageId === localId);
  const pairs: IdPair[] = [];
  const assign = (kind: IdPair['kind'], newerId: string, match: string | undefined) => {
    const before = known.getLocalId(newerId);
    if (before !== undefined) return before;
    const localId = match ?? newId(newerId);
    pairs.push({ kind, localId, newerId });
    return localId;
  };
  const ours = state.damages
    .filter(isOpen)
    .map((damage) => ({ ...damage, views: viewsOf(damage.id).filter(isCreatedByModel) }));
  const matches = new Map(matchDamages(ours, newer.filter(isNew)).map(([own, { id }]) => [id, own.id]));
  const damages = newer.map(({ views, ...damage }): NewerDamage => {
    const id = assign('damage', damage.id, matches.get(damage.id));
    const places = matchViews(viewsOf(id).filter(isOpen), views.filter(isNew));
    const placeIds = new Map(places.map(([own, view]) => [view.id, own.id]));
    return {
      ...damage,
      id,
      views: views.map((view) => ({
        ...view,
        id: assign('view', view.id, placeIds.get(view.id)),
        damageId: id,
      })),
    };
  });
  return { damages, pairs };
}

/**
 * Replaces what a model detected before by a newer result. docs/routing.md has the table of cases.
 *
 * - A damage or view that both have keeps its id, its creation time, and a delete or confirmation of the user.
 * - What only the newer result has is added.
 * - What only the device's model detected is removed, unless a user confirmed or deleted it, or `isKept` returns true.
 * - What a user created does not change.
 *
 * @param newer With local ids: see {@link assignLocalIds}.
 */
export function mergeDamages(
  state: InspectionState,
  newer: readonly NewerDamage[],
  isKept: (localId: string) => boolean,
): { state: InspectionState; events: InspectionEvent[] } {
  const inspectionId = state.inspection.id;
  const newerById = new Map(newer.map((damage) => [damage.id, damage]));
  const localIds = new Set(state.damages.map(({ id }) => id));
  const damages: DamageRecord[] = [];
  const views: View[] = state.views.filter((view) => !localIds.has(view.damageId));
  const events: InspectionEvent[] = [];
  for (const damage of state.damages) {
    const match = newerById.get(damage.id);
    const own = state.views.filter((view) => view.damageId === damage.id);
    if (match) {
      damages.push(replaceDamage(damage, match));
      views.push(...mergeViews(own, match.views, isKept));
    } else if (isDecidedByUser(damage, state) || isKept(damage.id)) {
      damages.push(damage);
      views.push(...own);
    } else {
      events.push({ type: 'damage.deleted', inspectionId, damageId: damage.id });
    }
  }
  for (const { views: newViews, ...damage } of newer) {
    if (localIds.has(damage.id)) continue;
    damages.push(damage);
    views.push(...newViews);
    events.push({ type: 'damage.created', inspectionId, damageId: damage.id });
  }
  return { state: { ...state, damages, views: views.sort(compareIds) }, events };
}

function replaceDamage(damage: DamageRecord, { views: _views, ...newer }: NewerDamage): DamageRecord {
  if (!isCreatedByModel(damage) || !isCreatedByModel(newer)) return damage;
  const { id, createdAt, confirmedAt, deletedAt, severityIds } = damage;
  return {
    ...newer,
    id,
    createdAt,
    ...(confirmedAt !== undefined && { confirmedAt }),
    ...(deletedAt !== undefined && { deletedAt }),
    ...(severityIds && { severityIds }),
  };
}

/** Merges the views of one damage. The user's views do not change, and deleted views stay deleted. */
function mergeViews(
  ours: readonly View[],
  newer: readonly View[],
  isKept: (localId: string) => boolean,
): View[] {
  const localIds = new Set(ours.map(({ id }) => id));
  const kept = ours.flatMap((view) => {
    if (!isCreatedByModel(view)) return [view];
    const match = newer.find(({ id }) => id === view.id);
    if (match) return [isCreatedByModel(match) ? replaceView(view, match) : view];
    return isKept(view.id) || view.deletedAt !== undefined ? [view] : [];
  });
  return [...kept, ...newer.filter(({ id }) => !localIds.has(id))];
}

function replaceView({ id, damageId, createdAt, deletedAt }: View, newer: View): View {
  return { ...newer, id, damageId, createdAt, ...(deletedAt !== undefined && { deletedAt }) };
}

function compareIds(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

type MatchableView = Pick<View, 'id' | 'imageId' | 'boundingBox'>;

interface MatchableDamage {
  id: string;
  damageType: DamageType;
  views: readonly MatchableView[];
}

/**
 * Pairs the damages of two models that are the same: same type, and overlapping boxes on the same image. On several
 * images, the best overlap counts. Each damage has at most one counterpart.
 */
function matchDamages<A extends MatchableDamage, B extends MatchableDamage>(
  ours: readonly A[],
  theirs: readonly B[],
): [A, B][] {
  const score = (a: A, b: B) => {
    if (a.damageType !== b.damageType) return 0;
    return Math.max(0, ...a.views.flatMap((one) => b.views.map((other) => computeOverlap(one, other))));
  };
  return matchBestPairs(ours, theirs, score, MIN_OVERLAP);
}

/** Pairs the views of one damage that show the same place. */
function matchViews<A extends MatchableView, B extends MatchableView>(
  ours: readonly A[],
  theirs: readonly B[],
): [A, B][] {
  return matchBestPairs(ours, theirs, computeOverlap, MIN_OVERLAP);
}

/** Returns whether two views show the same place of an image. */
export function showSamePlace(a: Omit<MatchableView, 'id'>, b: Omit<MatchableView, 'id'>): boolean {
  return computeOverlap(a, b) >= MIN_OVERLAP;
}

function computeOverlap(a: Omit<MatchableView, 'id'>, b: Omit<MatchableView, 'id'>): number {
  return a.imageId === b.imageId ? computeIou(a.boundingBox, b.boundingBox) : 0;
}

/** Returns the intersection of two boxes over their union. */
function computeIou(a: BoundingBox, b: BoundingBox): number {
  const width = Math.min(a.xmin + a.width, b.xmin + b.width) - Math.max(a.xmin, b.xmin);
  const height = Math.min(a.ymin + a.height, b.ymin + b.height) - Math.max(a.ymin, b.ymin);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
