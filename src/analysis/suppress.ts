import { type Box, overlap } from './box.ts';

export interface Scored {
  type: number;
  score: number;
  box: Box;
}

export interface SuppressionRule {
  /** Of two boxes of a type that overlap more than this, the better one stays. */
  overlap: number;
  /** Boxes that overlap a kept one more than this lend it their extent, by score. */
  merge: number;
  /** Most boxes that stay. */
  limit: number;
}

export const SUPPRESSION: SuppressionRule = { overlap: 0.6, merge: 0.7, limit: 100 };

/**
 * Non-maximum suppression within each type, best first. Damage has no sharp border, so neighbouring cells disagree
 * about its extent: a kept box takes the mean of those that agree with it.
 */
export function suppress<T extends Scored>(
  found: readonly T[],
  { overlap: most, merge, limit }: SuppressionRule = SUPPRESSION,
): T[] {
  const kept: T[] = [];
  for (const candidate of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.length === limit) break;
    const hidden = kept.some(
      (other) => other.type === candidate.type && overlap(other.box, candidate.box) > most,
    );
    if (!hidden) kept.push(candidate);
  }
  return kept.map((chosen) => {
    const agreeing = found.filter(
      (other) => other.type === chosen.type && overlap(other.box, chosen.box) > merge,
    );
    return { ...chosen, box: agreeing.length > 0 ? meanBox(agreeing) : chosen.box };
  });
}

function meanBox(found: readonly Scored[]): Box {
  const total = found.reduce((sum, { score }) => sum + score, 0);
  const mean = (side: keyof Box) => found.reduce((sum, { score, box }) => sum + score * box[side], 0) / total;
  return { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1') };
}
