import { type Box, overlap, shareOfSmaller } from '../geometry/box.ts';

export interface Scored {
  type: number;
  score: number;
  box: Box;
}

export interface SuppressionRule {
  /** Of two boxes of a type that overlap more than this, the better one stays. */
  overlap: number;
  /** The same of two boxes of a type whose things lie apart, which share more than this part of the smaller one. */
  share: number;
  /** Most boxes of a type that stay; COCO's evaluation takes as many into account. */
  limit: number;
}

export const SUPPRESSION: SuppressionRule = { overlap: 0.5, share: 0.5, limit: 100 };

/**
 * Non-maximum suppression within each type, best first. `liesApart`: whether things of this type never lie in one another,
 * as wheels do not (of 1,486 labelled ones no two share half of the smaller box); a scratch may well lie in a larger one.
 */
export function suppress<T extends Scored>(
  found: readonly T[],
  liesApart?: (type: number) => boolean,
  rule?: SuppressionRule,
): T[] {
  return groups(found, liesApart, rule).map(([best]) => best);
}

/** What stays after suppression, each with what it hides, best first. What several hide goes with the best of them. */
export function groups<T extends Scored>(
  found: readonly T[],
  liesApart: (type: number) => boolean = () => false,
  { overlap: most, share, limit }: SuppressionRule = SUPPRESSION,
): [T, ...T[]][] {
  const hides = (better: T, { type, box }: T) =>
    overlap(better.box, box) > most || (liesApart(type) && shareOfSmaller(better.box, box) > share);
  const ofType = new Map<number, [T, ...T[]][]>();
  const all: [T, ...T[]][] = [];
  for (const candidate of [...found].sort((a, b) => b.score - a.score)) {
    const better = ofType.get(candidate.type) ?? [];
    const group = better.find(([best]) => hides(best, candidate));
    if (group) group.push(candidate);
    else if (better.length < limit) {
      const own: [T] = [candidate];
      ofType.set(candidate.type, [...better, own]);
      all.push(own);
    }
  }
  return all;
}
