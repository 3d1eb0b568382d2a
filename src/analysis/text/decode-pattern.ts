import type { CharacterColumns } from './character-columns.ts';
import { collapsePath, type DecodedLine } from './decode-line.ts';

export interface PatternReading extends DecodedLine {
  /** Natural logarithm of the probability of the best path through the columns. */
  score: number;
}

/** Returns whether a position of a text may hold a character. */
export type CharacterClass = (character: string) => boolean;

/**
 * Decodes the most likely text with exactly these positions: the best path through the columns (Viterbi) that has one
 * allowed character per position. Also corrects a plain reading that lost one of two equal characters, or split one.
 *
 * @returns undefined if there are too few columns.
 */
export function decodePattern(
  columns: CharacterColumns,
  positions: readonly CharacterClass[],
): PatternReading | undefined {
  const { data, count, characters } = columns;
  const size = characters.length + 1;
  const allowed = positions.map((position) =>
    characters.flatMap((character, index) => (position(character) ? [index + 1] : [])),
  );
  const log = (column: number, character: number) =>
    Math.log(Math.max(1e-12, data[column * size + character] ?? 0));
  // A state is the number of characters so far, and the character of the last column (0: blank): `length * size + last`.
  let scores = new Float64Array((positions.length + 1) * size).fill(Number.NEGATIVE_INFINITY);
  scores[0] = 0;
  const origins: Int32Array[] = [];
  for (let column = 0; column < count; column += 1) {
    const next = new Float64Array(scores.length).fill(Number.NEGATIVE_INFINITY);
    const origin = new Int32Array(scores.length);
    const update = (to: number, from: number, score: number) => {
      if (score <= (next[to] ?? 0)) return;
      next[to] = score;
      origin[to] = from;
    };
    for (let length = 0; length <= positions.length; length += 1) {
      const row = length * size;
      const last = length === 0 ? [] : (allowed[length - 1] ?? []);
      const [best, second] = findTwoBest([row, ...last.map((character) => row + character)], scores);
      update(row, best, score(best) + log(column, 0));
      for (const character of last)
        update(row + character, row + character, score(row + character) + log(column, character));
      for (const character of allowed[length] ?? []) {
        // A character follows itself only after a blank.
        const from = best === row + character ? second : best;
        update(row + size + character, from, score(from) + log(column, character));
      }
    }
    origins.push(origin);
    scores = next;
  }
  const row = positions.length * size;
  const [end] = findTwoBest([row, ...(allowed.at(-1) ?? []).map((character) => row + character)], scores);
  if (!Number.isFinite(score(end))) return undefined;
  return { ...collapsePath(columns, tracePath(end, origins, size)), score: score(end) };

  function score(state: number): number {
    return scores[state] ?? Number.NEGATIVE_INFINITY;
  }
}

function findTwoBest(states: readonly number[], scores: Float64Array): [best: number, second: number] {
  let [best, second] = [-1, -1];
  const score = (state: number) => scores[state] ?? Number.NEGATIVE_INFINITY;
  for (const state of states) {
    if (best === -1 || score(state) > score(best)) [best, second] = [state, best];
    else if (second === -1 || score(state) > score(second)) second = state;
  }
  return [best, second];
}

function tracePath(end: number, origins: readonly Int32Array[], size: number): number[] {
  const path: number[] = [];
  let state = end;
  for (const origin of origins.toReversed()) {
    path.push(state % size);
    state = origin[state] ?? 0;
  }
  return path.reverse();
}
