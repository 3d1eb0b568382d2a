/**
 * Converts text to the characters that the PDF's fonts have.
 *
 * PDF's built-in fonts have the 217 characters of Windows-1252; an embedded font would be larger than the photos.
 * Missing accents are removed (Łódź → Lódz), Greek and Cyrillic are transliterated, and every run of other characters
 * becomes one "?".
 */
export function toPrintable(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => (isPrintable(char) ? char : (TRANSLITERATIONS.get(char) ?? removeAccent(char))))
    .join('')
    .replace(/\uFFFD+/g, '?');
}

/** Converts text to one line: line breaks and runs of spaces become one space. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replace(/\s+/g, ' ').trim();
}

const UNKNOWN = '\uFFFD';
const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

function isPrintable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isLatin1 = (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad);
  return char === '\n' || isLatin1 || BEYOND_LATIN_1.includes(char);
}

function removeAccent(char: string): string {
  if (/^[\p{Cc}\p{Cf}\p{Mn}\p{Variation_Selector}]$/u.test(char))
    return char === '\t' || char === '\r' ? ' ' : '';
  if (/^\p{Zs}$/u.test(char)) return ' ';
  const plain = [...char.normalize('NFKD').replace(/\p{Mn}/gu, '')];
  return plain.map((part) => (isPrintable(part) ? part : (TRANSLITERATIONS.get(part) ?? UNKNOWN))).join('');
}

const TRANSLITERATIONS = new Map<string, string>([
  ...pairs('ŁłĐđĦħıŁŦŧĸŊŋƏə', ['L', 'l', 'D', 'd', 'H', 'h', 'i', 'L', 'T', 't', 'k', 'N', 'n', 'A', 'a']),
  ...pairs('‐‑‒―−′″⁄→←≤≥≠≈✓✔✗✘☎', [
    ...[
      '-',
      '-',
      '-',
      '-',
      '-',
      "'",
      '"',
      '/',
      '->',
      '<-',
      '<=',
      '>=',
      '!=',
      '~',
      'v',
      'v',
      'x',
      'x',
      'Tel.',
    ],
  ]),
  ...bothCases('абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґђјљњћџѓќѕ', [
    ...['a', 'b', 'v', 'g', 'd', 'e', 'zh', 'z', 'i', 'y', 'k', 'l', 'm', 'n', 'o', 'p', 'r', 's', 't', 'u'],
    ...['f', 'kh', 'ts', 'ch', 'sh', 'shch', '', 'y', '', 'e', 'yu', 'ya', 'ye', 'i', 'yi', 'g', 'dj', 'j'],
    ...['lj', 'nj', 'c', 'dz', 'g', 'k', 'dz'],
  ]),
  ...bothCases('αβγδεζηθικλμνξοπρσςτυφχψω', [
    ...['a', 'v', 'g', 'd', 'e', 'z', 'i', 'th', 'i', 'k', 'l', 'm', 'n', 'x', 'o', 'p', 'r', 's', 's'],
    ...['t', 'y', 'f', 'ch', 'ps', 'o'],
  ]),
]);

function pairs(chars: string, replacements: readonly string[]): [string, string][] {
  return [...chars].map((char, index) => [char, replacements[index] ?? UNKNOWN]);
}

function bothCases(letters: string, replacements: readonly string[]): [string, string][] {
  return pairs(letters, replacements).flatMap(([letter, latin]) => [
    [letter, latin],
    [letter.toUpperCase(), latin.charAt(0).toUpperCase() + latin.slice(1)],
  ]);
}
