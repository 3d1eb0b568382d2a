import type { CharacterClass } from './decode-pattern.ts';

/** The patterns of plates by country: A is a letter, 0 a digit. Plates of other patterns are read as well. */
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

/** Letters that look like a digit on plates. The opposite is rare: most countries do not use these letters. */
const DIGIT_OF: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1' };

export interface PlatePattern {
  text: string;
  /** The characters of each position. A letter that looks like a digit is accepted for one. */
  positions: readonly CharacterClass[];
  countries: readonly string[];
}

export const PLATE_PATTERNS: readonly PlatePattern[] = [...new Set(Object.values(PATTERNS).flat())].map(
  (text) => ({
    text,
    positions: [...text].map((kind) => (kind === 'A' ? isLetter : isDigitLike)),
    countries: Object.keys(PATTERNS).filter((country) => PATTERNS[country]?.includes(text)),
  }),
);

/** Returns the countries whose plates have the pattern of this text. */
export function findPlateCountries(plate: string): string[] {
  const pattern = plate.replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');
  return PLATE_PATTERNS.filter(({ text }) => text === pattern).flatMap(({ countries }) => countries);
}

/** Converts a look-alike letter to a digit if the pattern has a digit at this position. */
export function toPatternCharacter({ text }: PlatePattern, character: string, position: number): string {
  return text[position] === '0' ? (DIGIT_OF[character] ?? character) : character;
}

function isLetter(character: string): boolean {
  return character >= 'A' && character <= 'Z';
}

function isDigitLike(character: string): boolean {
  return (character >= '0' && character <= '9') || character in DIGIT_OF;
}
