/** A font with TrueType outlines: the tables of the file, and what drawing text needs of them. */
export interface TrueTypeFont {
  tables: ReadonlyMap<string, Uint8Array>;
  unitsPerEm: number;
  /** Of the design; in units of the font. */
  ascent: number;
  descent: number;
  box: readonly [xMin: number, yMin: number, xMax: number, yMax: number];
  /** Glyph numbers by code point. */
  glyphs: ReadonlyMap<number, number>;
  getAdvance(glyph: number): number;
  /** Returns the outline of a glyph as the file stores it; empty for spaces. */
  getOutline(glyph: number): Uint8Array;
}

/**
 * Reads a font file.
 *
 * @throws RangeError if a table is missing or cut off. The fonts are part of the library: their files are not checked further.
 */
export function readTrueType(file: Uint8Array): TrueTypeFont {
  const tables = readTables(file);
  const table = (name: string) => {
    const bytes = tables.get(name);
    if (!bytes) throw new RangeError(`The font has no table ${name}.`);
    return viewOf(bytes);
  };
  const [head, hhea, hmtx, loca] = [table('head'), table('hhea'), table('hmtx'), table('loca')];
  const metricCount = hhea.getUint16(34);
  const hasLongOffsets = head.getInt16(50) === 1;
  const offsetOf = (glyph: number) =>
    hasLongOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
  return {
    tables,
    unitsPerEm: head.getUint16(18),
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphs: readGlyphNumbers(table('cmap')),
    getAdvance: (glyph) => hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4),
    getOutline: (glyph) =>
      (tables.get('glyf') ?? new Uint8Array()).subarray(offsetOf(glyph), offsetOf(glyph + 1)),
  };
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function readTables(file: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(file);
  const tables = new Map<string, Uint8Array>();
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    const name = String.fromCharCode(...file.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    tables.set(name, file.subarray(offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

/** Reads the groups of a character map of format 12: the whole of Unicode. */
function readGlyphNumbers(cmap: DataView): Map<number, number> {
  const glyphs = new Map<number, number>();
  const offset = findFormat12(cmap);
  for (let group = 0; group < cmap.getUint32(offset + 12); group += 1) {
    const at = offset + 16 + group * 12;
    const [first, last, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)];
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
  }
  return glyphs;
}

function findFormat12(cmap: DataView): number {
  for (let table = 0; table < cmap.getUint16(2); table += 1) {
    const offset = cmap.getUint32(4 + table * 8 + 4);
    if (cmap.getUint16(offset) === 12) return offset;
  }
  throw new RangeError('The font has no character map of format 12.');
}
