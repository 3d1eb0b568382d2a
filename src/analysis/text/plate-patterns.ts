import type { Position } from './decode-pattern.ts';

/** How plates are made up, by country: A a letter, 0 a digit. What is not listed is read all the same. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  FR: ['AA000AA', '000AAA00', '0000AA00'],
  IT: ['AA000AA'],
  AR: ['AA000AA', 'AAA000'],
  ES: ['0000AAA'],
  GB: ['AA00AAA', 'A000AAA'],
  DE: ['AAA000', 'AAA0000', 'AAAA000', 'AAAA0000', 'AA000', 'AA0000'],
  BE: ['0AAA000'],
  PT: ['AA00AA', '0000AA', '00AA00'],
  NL: ['AA000A', 'A000AA', '00AAA0', '0AAA00', 'AAA00A', 'A00AAA'],
  PL: ['AAA0000', 'AA00000'],
  BR: ['AAA0A00', 'AAA0000'],
  US: [
    ...['AAA0000', '0AAA000', 'AAA000', '000AAA', 'A000000', 'AA0A0A', 'A00AAA', 'AA00000', '0AA0000'],
    ...['0A00000', '000AA0'],
  ],
};

/** Letters that plates write like a digit. The other way round is rare: most countries leave these letters out. */
const DIGIT_OF: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1' };

export interface PlatePattern {
  text: string;
  /** What may stand where; a letter that looks like a digit may stand for one. */
  positions: readonly Position[];
  countries: readonly string[];
}

export const PLATE_PATTERNS: readonly PlatePattern[] = [...new Set(Object.values(PATTERNS).flat())].map(
  (text) => ({
    text,
    positions: [...text].map((place) => (place === 'A' ? isLetter : couldBeDigit)),
    countries: Object.keys(PATTERNS).filter((country) => PATTERNS[country]?.includes(text)),
  }),
);

/** Countries whose plates are made up as this text is. */
export function countriesOf(plate: string): string[] {
  const shape = plate.replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');
  return PLATE_PATTERNS.filter(({ text }) => text === shape).flatMap(({ countries }) => countries);
}

/** What was read in a place of the pattern: a digit where one belongs. */
export function inPattern({ text }: PlatePattern, sign: string, place: number): string {
  return text[place] === '0' ? (DIGIT_OF[sign] ?? sign) : sign;
}

function isLetter(sign: string): boolean {
  return sign >= 'A' && sign <= 'Z';
}

function couldBeDigit(sign: string): boolean {
  return (sign >= '0' && sign <= '9') || sign in DIGIT_OF;
}
