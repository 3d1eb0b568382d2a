import { type Box, overlap, shareOfSmaller } from './box.ts';

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
  liesApart: (type: number) => boolean = () => false,
  { overlap: most, share, limit }: SuppressionRule = SUPPRESSION,
): T[] {
  const hides = (better: T, { type, box }: T) =>
    overlap(better.box, box) > most || (liesApart(type) && shareOfSmaller(better.box, box) > share);
  const kept = new Map<number, T[]>();
  return [...found]
    .sort((a, b) => b.score - a.score)
    .filter((candidate) => {
      const better = kept.get(candidate.type) ?? [];
      if (better.length === limit || better.some((one) => hides(one, candidate))) return false;
      kept.set(candidate.type, [...better, candidate]);
      return true;
    });
}
