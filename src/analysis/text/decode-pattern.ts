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
 * @param minScore A path with a lower score is of no use. Most patterns of a plate are given up after a few columns.
 * @returns undefined if there are too few columns, or no path has this score.
 */
export function decodePattern(
  columns: CharacterColumns,
  positions: readonly CharacterClass[],
  minScore = Number.NEGATIVE_INFINITY,
): PatternReading | undefined {
  const { count, characters } = columns;
  const size = characters.length + 1;
  const allowed = listAllowed(columns, positions);
  const logs = getLogarithms(columns);
  // A state is the number of characters so far, and the character of the last column (0: blank): `length * size + last`.
  const states = (positions.length + 1) * size;
  let scores = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(states);
  scores[0] = 0;
  const origins = new Uint16Array(count * states);
  for (let column = 0; column < count; column += 1) {
    next.fill(Number.NEGATIVE_INFINITY);
    const origin = origins.subarray(column * states, (column + 1) * states);
    const log = logs.subarray(column * size, (column + 1) * size);
    // Shorter texts cannot reach their length any more, longer ones are not possible yet.
    const shortest = Math.max(0, positions.length - (count - column));
    let isPossible = false;
    for (let length = shortest; length <= Math.min(column, positions.length); length += 1) {
      const row = length * size;
      const last = allowed[length - 1] ?? NO_CHARACTERS;
      const { best, second } = findTwoBest(row, last, scores);
      const highest = at(scores, best);
      if (highest === Number.NEGATIVE_INFINITY || highest < minScore) continue; // scores only fall
      isPossible = true;
      update(next, origin, row, best, highest + at(log, 0));
      for (const character of last) {
        const state = row + character;
        update(next, origin, state, state, at(scores, state) + at(log, character));
      }
      for (const character of allowed[length] ?? NO_CHARACTERS) {
        // A character follows itself only after a blank.
        const from = best === row + character ? second : best;
        update(next, origin, row + size + character, from, at(scores, from) + at(log, character));
      }
    }
    if (!isPossible) return undefined;
    [scores, next] = [next, scores];
  }
  const { best } = findTwoBest(positions.length * size, allowed.at(-1) ?? NO_CHARACTERS, scores);
  const score = at(scores, best);
  if (!Number.isFinite(score) || score < minScore) return undefined;
  return { ...collapsePath(columns, tracePath(best, origins, { states, size, count })), score };
}

/** Returns the score of the most likely path of all. Its text is the plain reading of the columns. */
export function scorePlainPath(columns: CharacterColumns): number {
  const logs = getLogarithms(columns);
  const size = columns.characters.length + 1;
  let score = 0;
  for (let start = 0; start < columns.count * size; start += size) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = start; index < start + size; index += 1) highest = Math.max(highest, at(logs, index));
    score += highest;
  }
  return score;
}

const NO_CHARACTERS = new Int32Array();

/** Returns the numbers of the characters that each position may hold. Patterns share the classes of their positions. */
function listAllowed(columns: CharacterColumns, positions: readonly CharacterClass[]): Int32Array[] {
  const known = allowedCharacters.get(columns) ?? new Map<CharacterClass, Int32Array>();
  allowedCharacters.set(columns, known);
  return positions.map((position) => {
    const allowed = known.get(position) ?? listCharacters(columns.characters, position);
    known.set(position, allowed);
    return allowed;
  });
}

function listCharacters(characters: readonly string[], isAllowed: CharacterClass): Int32Array {
  return Int32Array.from(characters.flatMap((character, index) => (isAllowed(character) ? [index + 1] : [])));
}

/** Columns are decoded with many patterns. */
const logarithms = new WeakMap<CharacterColumns, Float64Array>();
const allowedCharacters = new WeakMap<CharacterColumns, Map<CharacterClass, Int32Array>>();

function getLogarithms(columns: CharacterColumns): Float64Array {
  const known = logarithms.get(columns);
  if (known) return known;
  // `Float64Array.from` takes several times as long.
  const logs = new Float64Array(columns.data);
  for (let index = 0; index < logs.length; index += 1)
    logs[index] = Math.log(Math.max(1e-12, logs[index] as number));
  logarithms.set(columns, logs);
  return logs;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NEGATIVE_INFINITY;
}

function update(next: Float64Array, origin: Uint16Array, to: number, from: number, score: number): void {
  if (score <= at(next, to)) return;
  next[to] = score;
  origin[to] = from;
}

/** Returns the best two states of a length. `second` is -1 if there is one state. */
function findTwoBest(row: number, last: Int32Array, scores: Float64Array): { best: number; second: number } {
  let best = row;
  let second = -1;
  for (const character of last) {
    const state = row + character;
    if (at(scores, state) > at(scores, best)) {
      second = best;
      best = state;
    } else if (second === -1 || at(scores, state) > at(scores, second)) second = state;
  }
  return { best, second };
}

function tracePath(
  end: number,
  origins: Uint16Array,
  { states, size, count }: { states: number; size: number; count: number },
): number[] {
  const path: number[] = [];
  let state = end;
  for (let column = count - 1; column >= 0; column -= 1) {
    path.push(state % size);
    state = origins[column * states + state] ?? 0;
  }
  return path.reverse();
}
