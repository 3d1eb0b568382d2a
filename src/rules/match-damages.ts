import type { DamageType } from '../domain/enums.ts';
import { matchBestPairs } from '../domain/match-best-pairs.ts';
import type { BoundingBox, View } from '../domain/view.ts';

/** Boxes with a smaller intersection over union show different damages. */
const MIN_OVERLAP = 0.3;

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
export function matchDamages<A extends MatchableDamage, B extends MatchableDamage>(
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
export function matchViews<A extends MatchableView, B extends MatchableView>(
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
