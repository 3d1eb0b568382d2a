/**
 * PDF's built-in fonts know the 217 signs of Windows-1252 and no other; a font of our own would weigh more than the
 * photos. So text is brought into that alphabet: accents that it lacks go (Łódź → Lódz), Greek and Cyrillic are
 * spelled in Latin letters, and what has no likeness becomes one "?" however long it is.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')]
    .map((sign) => (isKnown(sign) ? sign : (LIKENESSES.get(sign) ?? withoutAccent(sign))))
    .join('')
    .replace(/\uFFFD+/g, '?');
}

/** For what stands on one line: line breaks and runs of blanks become one blank. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

const UNKNOWN = '\uFFFD';
const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

function isKnown(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  const isLatin1 = (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad);
  return sign === '\n' || isLatin1 || BEYOND_LATIN_1.includes(sign);
}

function withoutAccent(sign: string): string {
  if (/^[\p{Cc}\p{Cf}\p{Mn}\p{Variation_Selector}]$/u.test(sign))
    return sign === '\t' || sign === '\r' ? ' ' : '';
  if (/^\p{Zs}$/u.test(sign)) return ' ';
  const plain = [...sign.normalize('NFKD').replace(/\p{Mn}/gu, '')];
  return plain.map((part) => (isKnown(part) ? part : (LIKENESSES.get(part) ?? UNKNOWN))).join('');
}

const LIKENESSES = new Map<string, string>([
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

function pairs(signs: string, likenesses: readonly string[]): [string, string][] {
  return [...signs].map((sign, index) => [sign, likenesses[index] ?? UNKNOWN]);
}

function bothCases(letters: string, likenesses: readonly string[]): [string, string][] {
  return pairs(letters, likenesses).flatMap(([letter, latin]) => [
    [letter, latin],
    [letter.toUpperCase(), latin.charAt(0).toUpperCase() + latin.slice(1)],
  ]);
}
