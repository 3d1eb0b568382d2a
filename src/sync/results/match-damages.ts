import { iou } from '../../analysis/geometry/box.ts';
import { matchBestPairs } from '../../analysis/geometry/match-best-pairs.ts';
import type { DamageType } from '../../domain/enums.ts';
import type { BoundingBox, View } from '../../domain/view.ts';

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

function computeOverlap(a: MatchableView, b: MatchableView): number {
  return a.imageId === b.imageId ? iou(toCorners(a.boundingBox), toCorners(b.boundingBox)) : 0;
}

function toCorners({ xmin, ymin, width, height }: BoundingBox) {
  return { x0: xmin, y0: ymin, x1: xmin + width, y1: ymin + height };
}
