import { decodeLine, type ReadLine } from './decode-line.ts';
import { type Quad, quadSize } from './quad.ts';
import { type Folding, foldColumns, type SignColumns } from './sign-columns.ts';

/** A line of text that was found and read, with all that the recogniser said of it. */
export interface RecognizedLine {
  quad: Quad;
  columns: SignColumns;
  /** The plain reading. */
  line: ReadLine;
}

/** The line as it reads when only some signs can be there. */
export function readAs({ columns }: Pick<RecognizedLine, 'columns'>, folding: Folding) {
  const folded = foldColumns(columns, folding);
  return { columns: folded, line: decodeLine(folded) };
}

/** Lines that belong together, read as one: their columns one after the other, a blank between. */
export function joinColumns(parts: readonly SignColumns[]): SignColumns | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const size = first.signs.length + 1;
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
  return { data, count, signs: first.signs };
}

export function letterHeight({ quad }: Pick<RecognizedLine, 'quad'>): number {
  return quadSize(quad).height;
}
