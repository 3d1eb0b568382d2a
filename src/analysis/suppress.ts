import { type Box, overlap } from './box.ts';

export interface Scored {
  type: number;
  score: number;
  box: Box;
}

export interface SuppressionRule {
  /** Of two boxes of a type that overlap more than this, the better one stays. */
  overlap: number;
  /** Most boxes that stay. */
  limit: number;
}

export const SUPPRESSION: SuppressionRule = { overlap: 0.5, limit: 100 };

/** Non-maximum suppression within each type, best first. */
export function suppress<T extends Scored>(
  found: readonly T[],
  { overlap: most, limit }: SuppressionRule = SUPPRESSION,
): T[] {
  const kept: T[] = [];
  for (const candidate of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.length === limit) break;
    const isHidden = kept.some(
      (other) => other.type === candidate.type && overlap(other.box, candidate.box) > most,
    );
    if (!isHidden) kept.push(candidate);
  }
  return kept;
}
