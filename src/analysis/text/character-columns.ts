/**
 * The output of a text recognizer for one line: for each column, from left to right, the probability of a blank (first)
 * and of every character of the alphabet.
 */
export interface CharacterColumns {
  data: Float32Array;
  count: number;
  characters: readonly string[];
}

/** Returns the character that a character stands for, or undefined if it is not allowed. */
export type CharacterFolding = (character: string) => string | undefined;

/**
 * Restricts columns to the allowed characters. The probability of each character is added to the one it is folded to, or
 * to the blank. `O` counts as `0` if only digits are allowed, and a lower-case letter as its capital.
 */
export function foldColumns(
  { data, count, characters }: CharacterColumns,
  folding: CharacterFolding,
): CharacterColumns {
  const targets = characters.map(folding);
  const allowed = [...new Set(targets.filter((character) => character !== undefined))];
  const targetIndices = targets.map((character) =>
    character === undefined ? 0 : allowed.indexOf(character) + 1,
  );
  const [from, to] = [characters.length + 1, allowed.length + 1];
  const folded = new Float32Array(count * to);
  for (let column = 0; column < count; column += 1) {
    folded[column * to] = data[column * from] ?? 0;
    targetIndices.forEach((target, index) => {
      const at = column * to + target;
      folded[at] = (folded[at] ?? 0) + (data[column * from + index + 1] ?? 0);
    });
  }
  return { data: folded, count, characters: allowed };
}

/** Concatenates the columns of several lines, with a blank between them. */
export function joinColumns(parts: readonly CharacterColumns[]): CharacterColumns | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const size = first.characters.length + 1;
  const count = parts.reduce((sum, part) => sum + part.count + 1, -1);
  const data = new Float32Array(count * size);
  let at = 0;
  for (const part of parts) {
    if (at > 0) {
      data[at] = 1;
      at += size;
    }
    data.set(part.data.subarray(0, part.count * size), at);
    at += part.count * size;
  }
  return { data, count, characters: first.characters };
}
