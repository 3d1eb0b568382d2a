import { editDistance } from './edit-distance.ts';

export interface ScoredText {
  truth: string;
  /** Empty if nothing was read. */
  read: string;
  confidence: number;
}

export interface TextFigures {
  images: number;
  /** Fraction of the pictures read without an error. */
  exact: number;
  /** Wrong, missing and added characters per true character. */
  characterErrorRate: number;
  /** Fraction of the pictures on which nothing was read. */
  nothingFound: number;
  /** Fraction read without an error in the half with the highest confidence. */
  exactOfSurerHalf: number;
}

export function textFigures(scored: readonly ScoredText[]): TextFigures {
  const isExact = ({ truth, read }: ScoredText) => comparable(truth) === comparable(read);
  const part = (of: readonly ScoredText[], what: (one: ScoredText) => boolean) =>
    of.filter(what).length / Math.max(1, of.length);
  const errors = scored.reduce(
    (sum, { truth, read }) => sum + editDistance(comparable(truth), comparable(read)),
    0,
  );
  const characters = scored.reduce((sum, { truth }) => sum + comparable(truth).length, 0);
  const surest = [...scored].sort((a, b) => b.confidence - a.confidence);
  return {
    images: scored.length,
    exact: part(scored, isExact),
    characterErrorRate: errors / Math.max(1, characters),
    nothingFound: part(scored, ({ read }) => read === ''),
    exactOfSurerHalf: part(surest.slice(0, Math.ceil(scored.length / 2)), isExact),
  };
}

/** Upper case, without separators of groups. */
export function comparable(text: string): string {
  return text.toUpperCase().replace(/[\s\-·•]/g, '');
}
