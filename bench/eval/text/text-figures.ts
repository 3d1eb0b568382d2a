import { mean } from '../average-precision.ts';
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
  /** The readings that an app takes without asking. */
  sure: { images: number; exact: number };
  /** Distance between confidence and accuracy, over the rows of `reliability`. */
  calibrationError: number;
  /** By confidence: number of pictures, mean confidence, and fraction read without an error. */
  reliability: { from: number; images: number; confidence: number; exact: number }[];
}

/** From this confidence on, an app takes a reading without asking. */
const SURE = 0.9;
/** Where the rows of the reliability table begin. */
const ROW_STARTS = [0, 0.3, 0.5, 0.7, 0.8, SURE, 0.95];

export function textFigures(scored: readonly ScoredText[]): TextFigures {
  const isExact = ({ truth, read }: ScoredText) => comparable(truth) === comparable(read);
  const part = (of: readonly ScoredText[], what: (one: ScoredText) => boolean) =>
    of.filter(what).length / Math.max(1, of.length);
  const errors = scored.reduce(
    (sum, { truth, read }) => sum + editDistance(comparable(truth), comparable(read)),
    0,
  );
  const characters = scored.reduce((sum, { truth }) => sum + comparable(truth).length, 0);
  const reliability = ROW_STARTS.map((from, row) => {
    const to = ROW_STARTS[row + 1] ?? Number.POSITIVE_INFINITY;
    const members = scored.filter(({ confidence }) => confidence >= from && confidence < to);
    return {
      from,
      images: members.length,
      confidence: mean(members.map(({ confidence }) => confidence)),
      exact: part(members, isExact),
    };
  }).filter(({ images }) => images > 0);
  const sure = scored.filter(({ confidence }) => confidence >= SURE);
  const surest = [...scored].sort((a, b) => b.confidence - a.confidence);
  return {
    images: scored.length,
    exact: part(scored, isExact),
    characterErrorRate: errors / Math.max(1, characters),
    nothingFound: part(scored, ({ read }) => read === ''),
    exactOfSurerHalf: part(surest.slice(0, Math.ceil(scored.length / 2)), isExact),
    sure: { images: sure.length, exact: part(sure, isExact) },
    calibrationError: reliability.reduce(
      (sum, { images, confidence, exact }) => sum + (images / scored.length) * Math.abs(confidence - exact),
      0,
    ),
    reliability,
  };
}

/** Upper case, without separators of groups. */
export function comparable(text: string): string {
  return text.toUpperCase().replace(/[\s\-·•]/g, '');
}
