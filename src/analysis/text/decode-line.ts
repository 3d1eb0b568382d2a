import type { SignColumns } from './sign-columns.ts';

export interface ReadSign {
  sign: string;
  /** How sure the recogniser is of this one, 0..1. */
  confidence: number;
  /** The column in which it is surest. */
  column: number;
}

export interface ReadLine {
  text: string;
  signs: ReadSign[];
  /** Mean of the signs'; 0 for an empty line. */
  confidence: number;
}

/** The likeliest sign of each column. */
export function decodeLine(columns: SignColumns): ReadLine {
  const size = columns.signs.length + 1;
  const path = Array.from({ length: columns.count }, (_, column) =>
    likeliest(columns.data, column * size, size),
  );
  return collapse(columns, path);
}

/**
 * The text of a way through the columns (0 for no sign, else the sign's number): repeated signs are one unless a
 * blank lies between them, which is how these recognisers are trained (CTC).
 */
export function collapse({ data, signs }: SignColumns, path: readonly number[]): ReadLine {
  const size = signs.length + 1;
  const read: ReadSign[] = [];
  path.forEach((shown, column) => {
    if (shown === 0) return;
    const confidence = data[column * size + shown] ?? 0;
    const last = read.at(-1);
    if (!last || shown !== path[column - 1]) read.push({ sign: signs[shown - 1] ?? '', confidence, column });
    else if (confidence > last.confidence) read[read.length - 1] = { ...last, confidence, column };
  });
  const total = read.reduce((sum, { confidence }) => sum + confidence, 0);
  return {
    text: read.map(({ sign }) => sign).join(''),
    signs: read,
    confidence: read.length === 0 ? 0 : total / read.length,
  };
}

function likeliest(data: Float32Array, start: number, size: number): number {
  let best = 0;
  for (let index = 1; index < size; index += 1)
    if ((data[start + index] ?? 0) > (data[start + best] ?? 0)) best = index;
  return best;
}
