import type { CharacterClass } from './decode-pattern.ts';

/**
 * The plates of each country, by ISO 3166-1 code: patterns (A is a letter, 0 a digit), after a dash the letters that are not
 * used (neither in the serial number nor in the code of a region), and after an equals sign those that are the same as a
 * digit. Plates of other patterns are read as well.
 */
const PLATES: Readonly<Record<string, string>> = {
  AE: '00000 A00000 AA00000',
  AL: 'AA000AA -IO',
  AM: '00AA000 000AA00 -IOQ',
  AR: 'AA000AA AAA000 A000AAA',
  AT: 'A0000A A0000AA AA000A AA000AA A00000A AA0000A -Q',
  AU: 'AAA000 0AA0AA AAA00A AA00AA 000AAA AAAA000 A000AAA',
  AZ: '00AA000 -IO',
  BA: 'A00A000 -BCDFGHILNPQRSUVWXYZ',
  BE: '0AAA000 AAA000 000AAA -IOQ',
  BG: 'AA0000AA A0000AA -DFGIJLNQRSUVWZ',
  BO: '0000AAA -IOQ',
  BR: 'AAA0A00 AAA0000',
  BY: '0000AA0 -DFGJLNQRSUVWYZ',
  CA: 'AAAA000 AAA000 AA000A 0AA000 AAA0000 000AAA A00AAA -I',
  CH: 'AA0000 AA00000 AA000000 AA000',
  CL: 'AAAA00 AA0000 -AEIOUQMN',
  CO: 'AAA000 AAA00A',
  CY: 'AAA000 -CDFGJLOQRSUVW',
  CZ: '0A00000 0AA0000 -GOQW',
  DE: 'AA000 AA0000 AAA00 AAA000 AAA0000 AAAA00 AAAA000 AAAA0000 AAAAA00 AAAAA000 AA00 AAA0',
  DK: 'AA00000 -IOQ',
  DZ: '0000000000 00000000000',
  EC: 'AAA0000 AAA000',
  EE: '000AAA -IOQ',
  EG: '000AAA 0000AA 0000AAA -IOQ',
  ES: '0000AAA A0000AA AA0000A -Q',
  FI: 'AAA000 AA000 AAA00 AAA0',
  FR: 'AA000AA 000AAA00 0000AA00 -IOU',
  GB: 'AA00AAA A000AAA AAA000A -IQ',
  GE: 'AA000AA -IO',
  GR: 'AAA0000 -CDFGJLQRSUVW',
  HK: 'AA0000 AA000 -IOQ',
  HR: 'AA000A AA000AA AA0000A AA0000AA',
  HU: 'AAA000 AAAA000',
  ID: 'A0000AA A0000AAA AA0000AA A000AAA AA0000A',
  IE: '000A00000 00A00000 000AA0000 000A0000 00AA0000 -ABFIJPQUVZ',
  IL: '0000000 00000000',
  IN: 'AA00AA0000 AA00A0000 00AA0000AA -I',
  IS: 'AA000 AAA00',
  IT: 'AA000AA AA00000 -IOQU',
  KE: 'AAA000A -IO',
  KR: '000000 0000000',
  KZ: '000AAA00 000AA00 A000AAA -IO',
  LT: 'AAA000',
  LU: 'AA0000 00000 -IOQ',
  LV: 'AA0000 AA000 AA00 -IO',
  MA: '00000A00 00000A0 0000A00 -CFGIJKLMNOPQRSTUVXYZ',
  MD: 'AAA000 AA000 -IOQ',
  ME: 'AAAA000 -IQ',
  MK: 'AA0000AA AA000AA',
  MT: 'AAA000 -IOQ',
  MX: 'AAA000A AAA0000 000AAA A00AAA A000AAA -IOQ',
  MY: 'AAA0000 AAA000 AA0000A AA0000 A0000A -IO',
  NG: 'AAA000AA -IO',
  NL: 'AA000A A000AA 00AAA0 0AAA00 AAA00A A00AAA AA00AA 00AAAA 00AA00 -AEIOUCQMWY',
  NO: 'AA00000 AA0000 -GIMOQW',
  NZ: 'AAA000 AA0000 -IO',
  PE: 'AAA000 A0A000 AA0000',
  PH: 'AAA0000 AAA000',
  PK: 'AAA000 AAA0000 AA0000 -IO',
  PL: 'AA00000 AAA0000 AA0000A AAAA000 AA000AA AAA00AA AAA000A -Q',
  PT: 'AA00AA 0000AA 00AA00 AA0000 -KWY',
  PY: 'AAAA000 AAA000',
  RO: 'AA00AAA A000AAA A00AAA -Q',
  RS: 'AA000AA AA0000AA AA00000',
  RU: 'A000AA00 A000AA000 A000AA AA00000 -DFGIJLNQRSUVWZ',
  SA: '0000AAA -CFIMOPQWY',
  SE: 'AAA000 AAA00A -IQV',
  SG: 'AAA0000A AA0000A -IO',
  SI: 'AAAA000 AA000AA AAA0000 AA00000 -Q',
  SK: 'AA000AA -Q',
  TH: '0AA0000 AA0000 0000',
  TN: '0000000 000AA0000',
  TR: '00A0000 00AA000 00AA0000 00AAA00 00AAA000 00A00000 -QWX',
  TW: 'AAA0000 0000AA AA0000 -IO',
  UA: 'AA0000AA -DFGJLNQRSUVWYZ',
  // Most states leave O out, or do not distinguish it from 0.
  US: 'AAA0000 0AAA000 AAA000 000AAA A000000 AA0A0A A00AAA AA00000 0AA0000 0A00000 000AA0 0000000 000000 00000 AAA00 00AAA AA0000 AAAA00 AAAAAA AAAAAAA =O',
  UY: 'AAA0000',
  UZ: '00A000AA 00000AAA -IO',
  VE: 'AA000AA AAA00A -IOQ',
  VN: '00A00000 00A0000 00A000000 -IJOQRW',
  ZA: 'AA00AAAA AAA000AA AAA000A AA000000 -IOUQ',
};

interface CountryPlates {
  patterns: readonly string[];
  /** The letters that the country does not use. */
  unused: string;
  /** The letters that the country does not distinguish from a digit. */
  same: string;
}

const countryPlates: ReadonlyMap<string, CountryPlates> = new Map(
  Object.entries(PLATES).map(([country, text]) => [country, parsePlates(text)]),
);

/** The patterns that are tried if the country is not known: frequent ones. More patterns would fit almost any text. */
const COMMON_PATTERNS = [
  ...['AA000AA', '000AAA00', '0000AA00', 'AAA000', '0000AAA', 'AA00AAA', 'A000AAA', 'AAA0000', 'AAAA000'],
  ...['AAAA0000', 'AA000', 'AA0000', '0AAA000', 'AA00AA', '0000AA', '00AA00', 'AA000A', 'A000AA', '00AAA0'],
  ...[
    '0AAA00',
    'AAA00A',
    'A00AAA',
    'AA00000',
    'AAA0A00',
    '000AAA',
    'A000000',
    'AA0A0A',
    '0AA0000',
    '0A00000',
  ],
  '000AA0',
];

/** Patterns of Brazil, Argentina, France, Italy and Great Britain that North America does not have. */
const SHORT_ELSEWHERE = ['AAA0A00', 'AA000AA', 'AA00AAA', 'A000AAA'];

/** Letters that look like a digit on plates, and the letter that a digit may be. */
const DIGIT_OF: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1' };
const LETTER_OF: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' };

/** Log probability that a pattern of Canada alone costs on a plate of North America, and an O, which most states leave out. */
const RARE_COST = Math.log(20);

export interface PlatePattern {
  /** A for a letter, 0 for a digit. */
  text: string;
  /** The characters of each position. One that only looks like a fitting one is accepted too. */
  positions: readonly CharacterClass[];
  /** The letters that the country does not use. Empty if the country is not known. */
  unused: string;
  /** The letters that the country does not distinguish from a digit. The digit is returned. */
  same: string;
  /** Log probability that a plate of this pattern costs, if others are more frequent. */
  cost: number;
}

/** The country part of an ISO code of a country or region: `US` of `US-CA`. Undefined if it is not known. */
export function findCountry(code: string | undefined): string | undefined {
  const country = code?.trim().toUpperCase().split('-')[0];
  return country !== undefined && countryPlates.has(country) ? country : undefined;
}

/** Returns the patterns of a country, or those of the common ones. */
export function listPlatePatterns(country?: string): readonly PlatePattern[] {
  return country === undefined ? commonPatterns : toPatterns(country);
}

/** Returns the countries whose plates have the pattern of this text. */
export function findPlateCountries(plate: string): string[] {
  const pattern = toPattern(plate);
  return [...countryPlates].flatMap(([country, { patterns, unused, same }]) => {
    const isUsed = (character: string) => !unused.includes(character) && !same.includes(character);
    return patterns.includes(pattern) && [...plate].every(isUsed) ? [country] : [];
  });
}

/** Returns the digit of a letter that the country does not distinguish from it, else the character. */
export function replaceSameLetter(character: string, country: string): string {
  return getPlates(country).same.includes(character) ? toDigit(character) : character;
}

/**
 * Converts a look-alike to what the pattern has at this position: a letter to its digit. A digit becomes a letter only on
 * plates of a known country, which uses this letter.
 */
export function toPatternCharacter(
  { text, unused, same }: PlatePattern,
  character: string,
  position: number,
): string {
  if (text[position] === '0' || same.includes(character)) return toDigit(character);
  const letter = LETTER_OF[character];
  return letter === undefined || (unused + same).includes(letter) ? character : letter;
}

function toDigit(character: string): string {
  return DIGIT_OF[character] ?? character;
}

function getPlates(country: string): CountryPlates {
  return countryPlates.get(country) ?? { patterns: [], unused: '', same: '' };
}

function parsePlates(text: string): CountryPlates {
  const words = text.split(' ');
  const after = (sign: string) => words.find((word) => word.startsWith(sign))?.slice(1) ?? '';
  return { patterns: words.filter((word) => !/^[-=]/.test(word)), unused: after('-'), same: after('=') };
}

function toPatterns(country: string): PlatePattern[] {
  const { patterns, unused, same } = getPlates(country);
  const toCountryPattern = (text: string, unusedLetters: string, cost: number): PlatePattern => {
    const isUsed = (character: string) => isLetter(character) && !unusedLetters.includes(character);
    const isLetterLike = (character: string) => {
      const letter = LETTER_OF[character];
      return isUsed(character) || (letter !== undefined && isUsed(letter));
    };
    const positions = [...text].map((kind) => (kind === 'A' ? isLetterLike : isDigitLike));
    return { text, positions, unused: unusedLetters, same, cost };
  };
  return patterns.flatMap((text) => [
    toCountryPattern(text, unused + same, 0),
    ...(same === '' ? [] : [toCountryPattern(text, unused, RARE_COST)]),
  ]);
}

const commonPatterns: readonly PlatePattern[] = COMMON_PATTERNS.map((text) => ({
  text,
  positions: [...text].map((kind) => (kind === 'A' ? isLetter : isDigitLike)),
  unused: '',
  same: '',
  cost: 0,
}));

/** The patterns of plates of North America. Q is not taken for 0: it is a letter there. */
const northAmericanPatterns: readonly PlatePattern[] = [
  ...getPlates('US').patterns.flatMap((text) => [
    toGuess(text, { unused: 'O', cost: 0 }),
    toGuess(text, { same: 'O', cost: RARE_COST }),
  ]),
  ...getPlates('CA')
    .patterns.filter((text) => !getPlates('US').patterns.includes(text))
    .map((text) => toGuess(text, { cost: RARE_COST })),
];

/**
 * Returns the patterns of a plate that only looks like one of North America. None if its text, as read without this guess, has a
 * pattern of the USA already, or one of another country whose numbers may be as short.
 */
export function listNorthAmericanPatterns(plate: string): readonly PlatePattern[] {
  const pattern = toPattern(plate);
  const isAmerican = getPlates('US').patterns.includes(pattern) && findPlateCountries(plate).length > 0;
  return SHORT_ELSEWHERE.includes(pattern) || isAmerican ? [] : northAmericanPatterns;
}

function toGuess(
  text: string,
  { unused = '', same = '', cost }: { unused?: string; same?: string; cost: number },
): PlatePattern {
  const isUsed = (character: string) => isLetter(character) && !unused.includes(character);
  const isNumber = (character: string) => isDigitLike(character) && character !== 'Q';
  const positions = [...text].map((kind) => (kind === 'A' ? isUsed : isNumber));
  return { text, positions, unused, same, cost };
}

function toPattern(plate: string): string {
  return plate.replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');
}

function isLetter(character: string): boolean {
  return character >= 'A' && character <= 'Z';
}

function isDigitLike(character: string): boolean {
  return (character >= '0' && character <= '9') || character in DIGIT_OF;
}
