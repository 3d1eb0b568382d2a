import { type CharacterColumns, type CharacterFolding, foldColumns } from './character-columns.ts';
import { type DecodedLine, decodeLine } from './decode-line.ts';
import { type Quad, quadSize } from './quad.ts';

/** A text line with the recognizer's output for it. */
export interface RecognizedLine {
  quad: Quad;
  columns: CharacterColumns;
  /** The text without any restriction of the characters. */
  line: DecodedLine;
}

/** Decodes a line with only the characters that `folding` allows. */
export function decodeFolded({ columns }: Pick<RecognizedLine, 'columns'>, folding: CharacterFolding) {
  const folded = foldColumns(columns, folding);
  return { columns: folded, line: decodeLine(folded) };
}

export function letterHeight({ quad }: Pick<RecognizedLine, 'quad'>): number {
  return quadSize(quad).height;
}
