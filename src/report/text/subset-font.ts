import { type TrueTypeFont, viewOf } from './true-type.ts';

/** Flags of the components of a composite glyph. */
const HAS_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const HAS_MORE = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/**
 * Returns a font file with these glyphs only, in this order: the first is the glyph 0. The glyphs that composite glyphs
 * are made of follow. Hints are left out.
 *
 * @param extra - Further tables by name, such as a character map. A PDF needs none.
 */
export function subsetFont(
  font: TrueTypeFont,
  glyphs: readonly number[],
  extra: ReadonlyMap<string, Uint8Array> = new Map(),
): Uint8Array {
  const kept = [...glyphs];
  const numbers = new Map<number, number>();
  const outlines: Uint8Array[] = [];
  const numberOf = (component: number) => {
    const number = numbers.get(component) ?? kept.push(component) - 1;
    numbers.set(component, number);
    return number;
  };
  // `kept` grows while components are found.
  for (let index = 0; index < kept.length; index += 1)
    outlines.push(copyOutline(font.getOutline(kept[index] ?? 0), numberOf));
  const tables = new Map<string, Uint8Array>([
    ...extra,
    ['glyf', concat(outlines)],
    ['head', writeHead(font)],
    ['hhea', patch(font, 'hhea', (view) => view.setUint16(34, kept.length))],
    ['hmtx', writeMetrics(font, kept, outlines)],
    ['loca', writeOffsets(outlines)],
    ['maxp', patch(font, 'maxp', (view) => view.setUint16(4, kept.length))],
  ]);
  return writeFile([...tables].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Copies an outline without its hints and with the new numbers of its components, to a multiple of 4 bytes. */
function copyOutline(outline: Uint8Array, numberOf: (component: number) => number): Uint8Array {
  if (outline.length === 0) return outline;
  const contours = viewOf(outline).getInt16(0);
  return pad(contours >= 0 ? copySimple(outline, contours) : copyComposite(outline, numberOf));
}

function copySimple(outline: Uint8Array, contours: number): Uint8Array {
  const at = 10 + contours * 2;
  const length = viewOf(outline).getUint16(at);
  return concat([outline.subarray(0, at), new Uint8Array(2), outline.subarray(at + 2 + length)]);
}

function copyComposite(outline: Uint8Array, numberOf: (component: number) => number): Uint8Array {
  const copy = outline.slice();
  const view = viewOf(copy);
  let at = 10;
  for (let flags = HAS_MORE; flags & HAS_MORE; ) {
    flags = view.getUint16(at);
    view.setUint16(at, flags & ~HAS_INSTRUCTIONS);
    view.setUint16(at + 2, numberOf(view.getUint16(at + 2)));
    at += 4 + (flags & HAS_WORDS ? 4 : 2);
    at += flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
  }
  return copy.subarray(0, at);
}

function writeHead(font: TrueTypeFont): Uint8Array {
  return patch(font, 'head', (view) => {
    view.setUint32(8, 0); // the checksum of the file, which readers of PDFs ignore
    view.setInt16(50, 1); // long offsets
  });
}

function patch({ tables }: TrueTypeFont, name: string, change: (view: DataView) => void): Uint8Array {
  const copy = tables.get(name)?.slice() ?? new Uint8Array();
  change(viewOf(copy));
  return copy;
}

function writeMetrics(
  font: TrueTypeFont,
  glyphs: readonly number[],
  outlines: readonly Uint8Array[],
): Uint8Array {
  const table = new Uint8Array(glyphs.length * 4);
  const view = viewOf(table);
  for (const [index, glyph] of glyphs.entries()) {
    const outline = outlines[index];
    view.setUint16(index * 4, font.getAdvance(glyph));
    view.setInt16(index * 4 + 2, outline?.length ? viewOf(outline).getInt16(2) : 0); // the left edge
  }
  return table;
}

function writeOffsets(outlines: readonly Uint8Array[]): Uint8Array {
  const table = new Uint8Array((outlines.length + 1) * 4);
  const view = viewOf(table);
  let offset = 0;
  for (const [index, { length }] of outlines.entries()) {
    offset += length;
    view.setUint32((index + 1) * 4, offset);
  }
  return table;
}

/** Writes the tables after their directory. */
function writeFile(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const directory = new Uint8Array(12 + tables.length * 16);
  const view = viewOf(directory);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 2 ** power * 16);
  view.setUint16(8, power);
  view.setUint16(10, (tables.length - 2 ** power) * 16);
  let offset = directory.length;
  for (const [index, [name, bytes]] of tables.entries()) {
    const at = 12 + index * 16;
    for (let letter = 0; letter < 4; letter += 1) view.setUint8(at + letter, name.charCodeAt(letter));
    view.setUint32(at + 4, sumOf(bytes));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, bytes.length);
    offset += pad(bytes).length;
  }
  return concat([directory, ...tables.map(([, bytes]) => pad(bytes))]);
}

function sumOf(bytes: Uint8Array): number {
  const view = viewOf(pad(bytes));
  let sum = 0;
  for (let at = 0; at < view.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

function pad(bytes: Uint8Array): Uint8Array {
  return bytes.length % 4 === 0 ? bytes : concat([bytes, new Uint8Array(4 - (bytes.length % 4))]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
