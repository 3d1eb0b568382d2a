import { collapse, type ReadLine } from './decode-line.ts';
import type { SignColumns } from './sign-columns.ts';

export interface PatternReading extends ReadLine {
  /** Natural logarithm of the probability of the best way through the columns. */
  score: number;
}

/** What a position of a text may hold. */
export type Position = (sign: string) => boolean;

/**
 * The likeliest text of exactly these positions: the best way through the columns (Viterbi) that writes one allowed
 * sign for each. Where the plain reading lost one of two equal signs or broke one in two, this one has them right.
 */
export function decodePattern(
  columns: SignColumns,
  positions: readonly Position[],
): PatternReading | undefined {
  const { data, count, signs } = columns;
  const size = signs.length + 1;
  const allowed = positions.map((position) =>
    signs.flatMap((sign, index) => (position(sign) ? [index + 1] : [])),
  );
  const log = (column: number, sign: number) => Math.log(Math.max(1e-12, data[column * size + sign] ?? 0));
  // A state is how many signs are written and which one the last column shows (0: none): `written * size + shown`.
  let scores = new Float64Array((positions.length + 1) * size).fill(Number.NEGATIVE_INFINITY);
  scores[0] = 0;
  const origins: Int32Array[] = [];
  for (let column = 0; column < count; column += 1) {
    const next = new Float64Array(scores.length).fill(Number.NEGATIVE_INFINITY);
    const origin = new Int32Array(scores.length);
    const reach = (to: number, from: number, score: number) => {
      if (score <= (next[to] ?? 0)) return;
      next[to] = score;
      origin[to] = from;
    };
    for (let written = 0; written <= positions.length; written += 1) {
      const row = written * size;
      const shown = written === 0 ? [] : (allowed[written - 1] ?? []);
      const [best, second] = twoBest([row, ...shown.map((sign) => row + sign)], scores);
      reach(row, best, score(best) + log(column, 0));
      for (const sign of shown) reach(row + sign, row + sign, score(row + sign) + log(column, sign));
      for (const sign of allowed[written] ?? []) {
        // A sign follows itself only after a blank.
        const from = best === row + sign ? second : best;
        reach(row + size + sign, from, score(from) + log(column, sign));
      }
    }
    origins.push(origin);
    scores = next;
  }
  const row = positions.length * size;
  const [end] = twoBest([row, ...(allowed.at(-1) ?? []).map((sign) => row + sign)], scores);
  if (!Number.isFinite(score(end))) return undefined;
  return { ...collapse(columns, wayTo(end, origins, size)), score: score(end) };

  function score(state: number): number {
    return scores[state] ?? Number.NEGATIVE_INFINITY;
  }
}

function twoBest(states: readonly number[], scores: Float64Array): [best: number, second: number] {
  let [best, second] = [-1, -1];
  const score = (state: number) => scores[state] ?? Number.NEGATIVE_INFINITY;
  for (const state of states) {
    if (best === -1 || score(state) > score(best)) [best, second] = [state, best];
    else if (second === -1 || score(state) > score(second)) second = state;
  }
  return [best, second];
}

function wayTo(end: number, origins: readonly Int32Array[], size: number): number[] {
  const path: number[] = [];
  let state = end;
  for (const origin of origins.toReversed()) {
    path.push(state % size);
    state = origin[state] ?? 0;
  }
  return path.reverse();
}
