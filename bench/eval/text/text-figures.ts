import { editDistance } from './edit-distance.ts';

export interface ScoredText {
  truth: string;
  /** Empty where nothing was found. */
  read: string;
  confidence: number;
}

export interface TextFigures {
  images: number;
  /** Part of the pictures read without any error. */
  exact: number;
  /** Wrong, missing and added characters for each character that is there. */
  characterErrorRate: number;
  /** Part of the pictures on which nothing was found. */
  nothingFound: number;
  /** Of the half that the reader is surest of: part read without any error. */
  exactOfSurerHalf: number;
}

export function textFigures(judged: readonly ScoredText[]): TextFigures {
  const isExact = ({ truth, read }: ScoredText) => comparable(truth) === comparable(read);
  const part = (of: readonly ScoredText[], what: (one: ScoredText) => boolean) =>
    of.filter(what).length / Math.max(1, of.length);
  const errors = judged.reduce(
    (sum, { truth, read }) => sum + editDistance(comparable(truth), comparable(read)),
    0,
  );
  const characters = judged.reduce((sum, { truth }) => sum + comparable(truth).length, 0);
  const surest = [...judged].sort((a, b) => b.confidence - a.confidence);
  return {
    images: judged.length,
    exact: part(judged, isExact),
    characterErrorRate: errors / Math.max(1, characters),
    nothingFound: part(judged, ({ read }) => read === ''),
    exactOfSurerHalf: part(surest.slice(0, Math.ceil(judged.length / 2)), isExact),
  };
}

/** Capitals, without what only parts groups of characters. */
export function comparable(text: string): string {
  return text.toUpperCase().replace(/[\s\-·•]/g, '');
}
