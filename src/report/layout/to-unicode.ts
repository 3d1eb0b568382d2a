/** Most entries that a section of a character map may have. */
const SECTION = 100;

/** Returns the map from consecutive codes of a PDF font to the text they stand for, which is what readers copy and search. */
export function writeToUnicode(
  texts: readonly string[],
  { firstCode, bytes }: { firstCode: number; bytes: 1 | 2 },
): string {
  const entries = texts.map((text, index) => `<${toHex(firstCode + index, bytes)}> <${toUtf16(text)}>`);
  const sections: string[] = [];
  for (let from = 0; from < entries.length; from += SECTION) {
    const section = entries.slice(from, from + SECTION);
    sections.push(`${section.length} beginbfchar`, ...section, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    `<${toHex(0, bytes)}> <${'ff'.repeat(bytes)}>`,
    'endcodespacerange',
    ...sections,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

export function toHex(value: number, bytes: 1 | 2 = 2): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

function toUtf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => toHex(text.charCodeAt(index))).join('');
}
