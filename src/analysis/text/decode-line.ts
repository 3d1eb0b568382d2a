import type { CharacterColumns } from './character-columns.ts';

export interface DecodedCharacter {
  character: string;
  /** 0 to 1. */
  confidence: number;
  /** The column with the highest confidence. */
  column: number;
}

export interface DecodedLine {
  text: string;
  characters: DecodedCharacter[];
  /** The mean over the characters. 0 for an empty line. */
  confidence: number;
}

/** Decodes a line by the most likely character of each column. */
export function decodeLine(columns: CharacterColumns): DecodedLine {
  const size = columns.characters.length + 1;
  const path = Array.from({ length: columns.count }, (_, column) =>
    findMostLikely(columns.data, column * size, size),
  );
  return collapsePath(columns, path);
}

/**
 * Converts a path through the columns to text. A path has 0 for a blank, else the number of the character. Repeated
 * characters are one, unless a blank is between them: the recognizers are trained with CTC.
 */
export function collapsePath({ data, characters }: CharacterColumns, path: readonly number[]): DecodedLine {
  const size = characters.length + 1;
  const decoded: DecodedCharacter[] = [];
  path.forEach((index, column) => {
    if (index === 0) return;
    const confidence = data[column * size + index] ?? 0;
    const last = decoded.at(-1);
    if (!last || index !== path[column - 1])
      decoded.push({ character: characters[index - 1] ?? '', confidence, column });
    else if (confidence > last.confidence) decoded[decoded.length - 1] = { ...last, confidence, column };
  });
  const total = decoded.reduce((sum, { confidence }) => sum + confidence, 0);
  return {
    text: decoded.map(({ character }) => character).join(''),
    characters: decoded,
    confidence: decoded.length === 0 ? 0 : total / decoded.length,
  };
}

function findMostLikely(data: Float32Array, start: number, size: number): number {
  let best = 0;
  let most = data[start] ?? 0;
  for (let index = 1; index < size; index += 1) {
    const value = data[start + index] as number;
    if (value <= most) continue;
    best = index;
    most = value;
  }
  return best;
}
