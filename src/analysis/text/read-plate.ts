import { type CharacterColumns, joinColumns } from './character-columns.ts';
import type { DecodedLine } from './decode-line.ts';
import { decodePattern, type PatternReading, scorePlainPath } from './decode-pattern.ts';
import {
  findCountry,
  findPlateCountries,
  listNorthAmericanPatterns,
  listPlatePatterns,
  type PlatePattern,
  replaceSameLetter,
  toPatternCharacter,
} from './plate-patterns.ts';
import { findPlateRegion } from './plate-regions.ts';
import { quadCentre, quadSize } from './quad.ts';
import { decodeFolded, letterHeight, type RecognizedLine } from './recognized-line.ts';

interface PlateReading {
  /** Letters and digits, without separators. */
  plate: string;
  confidence: number;
  characterConfidences: number[];
  /** Known countries whose plates have this pattern. */
  countries: string[];
  /** ISO 3166 code of the region or country that the plate names beside its number. */
  region?: string;
  /** The lines that it was read from. */
  sources: readonly RecognizedLine[];
}

const MIN_LENGTH = 2;
const MAX_LENGTH = 10;
/** A text of a known pattern is chosen even if it is less likely than the plain reading, by up to this log ratio. */
const PATTERN_LOG_RATIO = Math.log(8);
/** The same if the country is known. */
const COUNTRY_LOG_RATIO = Math.log(1000);
/** Numbers less than this many times as wide as high are taken for North American ones. */
const MAX_AMERICAN_SHAPE = 3.4;
/** Log probability that each replaced look-alike costs. */
const LOOKALIKE_COST = Math.log(2);
/** A pattern of a known country may have so many characters more or fewer than were read: a crest is read as a letter. */
const SLACK = 1;
/** Log probability that each of them costs. */
const LENGTH_COST = Math.log(50);

/**
 * Reads the number of a plate: its largest letters, in one line or two.
 *
 * @param code ISO 3166 code of the country or region, if the app knows it. Without it, the plate may name it.
 */
export function readPlate(lines: readonly RecognizedLine[], code?: string): PlateReading | undefined {
  const decoded = lines.map((line) => ({ ...line, plate: decodeFolded(line, toPlateCharacter) }));
  const singles = decoded.map(({ plate, ...line }) => ({
    ...plate,
    size: prominence(line),
    sources: [line],
  }));
  const pairs = [...findStackedPairs(decoded), ...findNeighbours(decoded)].flatMap(([first, second]) => {
    const columns = joinColumns([first.plate.columns, second.plate.columns]);
    if (!columns) return [];
    const characters = [...first.plate.line.characters, ...second.plate.line.characters];
    const line = { characters, text: first.plate.line.text + second.plate.line.text, confidence: 0 };
    line.confidence = Math.min(first.plate.line.confidence, second.plate.line.confidence);
    return [{ columns, line, size: prominence(first) + prominence(second), sources: [first, second] }];
  });
  const candidates = [...singles, ...pairs].filter(({ line }) => hasPlateLength(line.text));
  const [best] = candidates.sort(
    (a, b) => b.size * plateLikelihood(b.line) - a.size * plateLikelihood(a.line),
  );
  if (!best) return undefined;
  const region = findPlateRegion(lines);
  const country = findCountry(code) ?? findCountry(region);
  const line = readPattern(best.columns, best.line, country, isNorthAmericanShape(best.sources));
  return {
    plate: line.text,
    confidence: line.confidence,
    characterConfidences: line.characters.map(({ confidence }) => confidence),
    countries: findPlateCountries(line.text),
    ...(region !== undefined && { region }),
    sources: best.sources,
  };
}

function toPlateCharacter(character: string): string | undefined {
  const capital = character.toUpperCase();
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

/** The letters of the number are tall and fill the width of the plate. */
function prominence(line: Pick<RecognizedLine, 'quad'>): number {
  const { width, height } = quadSize(line.quad);
  return height * Math.sqrt(width);
}

function hasPlateLength(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH;
}

/** Names of states and dealers have only letters. A plate without digits is rare. */
function plateLikelihood({ text, confidence }: DecodedLine): number {
  const digits = text.replace(/[^0-9]/g, '').length;
  const common = text.length >= 4 && text.length <= 8 ? 1 : 0.5;
  return confidence * common * (digits > 0 ? 1 : 0.6);
}

/** Returns the pairs of lines of similar height, one below the other, each too short for a plate. */
function findStackedPairs<T extends Pick<RecognizedLine, 'quad'> & { plate: { line: DecodedLine } }>(
  lines: readonly T[],
): [T, T][] {
  return lines.flatMap((upper) =>
    lines.flatMap((lower): [T, T][] => {
      const [a, b] = [quadCentre(upper.quad), quadCentre(lower.quad)];
      const [high, low] = [letterHeight(upper), letterHeight(lower)];
      const distance = (b[1] - a[1]) / Math.max(high, low);
      const isSimilarHeight = Math.min(high, low) > 0.6 * Math.max(high, low);
      const isAligned =
        Math.abs(a[0] - b[0]) < Math.max(quadSize(upper.quad).width, quadSize(lower.quad).width) / 2;
      const isShort = upper.plate.line.text.length <= 4 && lower.plate.line.text.length <= 5;
      const hasDigits = /[0-9]/.test(lower.plate.line.text + upper.plate.line.text);
      return distance > 0.6 && distance < 1.8 && isSimilarHeight && isAligned && isShort && hasDigits
        ? [[upper, lower]]
        : [];
    }),
  );
}

/** Returns the pairs of lines side by side: the detector may cut a number at a gap between its groups. */
function findNeighbours<T extends Pick<RecognizedLine, 'quad'> & { plate: { line: DecodedLine } }>(
  lines: readonly T[],
): [T, T][] {
  return lines.flatMap((left) =>
    lines.flatMap((right): [T, T][] => {
      const [a, b] = [quadCentre(left.quad), quadCentre(right.quad)];
      const [low, high] = [letterHeight(left), letterHeight(right)].sort((one, other) => one - other);
      if (low === undefined || high === undefined || low < 0.75 * high) return [];
      const gap = b[0] - a[0] - (quadSize(left.quad).width + quadSize(right.quad).width) / 2;
      const isBeside = gap > -0.3 * high && gap < 1.2 * high && Math.abs(b[1] - a[1]) < 0.35 * high;
      const hasDigits = /[0-9]/.test(left.plate.line.text + right.plate.line.text);
      return left !== right && isBeside && hasDigits ? [[left, right]] : [];
    }),
  );
}

/** Plates of North America are half as high as wide, so their numbers are short and high. */
function isNorthAmericanShape(sources: readonly RecognizedLine[]): boolean {
  const [only, ...others] = sources;
  if (!only || others.length > 0) return false;
  const { width, height } = quadSize(only.quad);
  return width < MAX_AMERICAN_SHAPE * height;
}

/** Returns the number as the country's patterns have it; of an unknown country, as frequent patterns have it. */
function readPattern(
  columns: CharacterColumns,
  plain: DecodedLine,
  country: string | undefined,
  isAmericanShape: boolean,
): DecodedLine {
  const decode = (patterns: readonly PlatePattern[], logRatio: number, slack = 0) =>
    decodeKnownPattern(columns, plain, patterns, { logRatio, slack });
  if (country !== undefined)
    return decode(listPlatePatterns(country), COUNTRY_LOG_RATIO, SLACK) ?? useDigits(plain, country);
  const common = decode(listPlatePatterns(), PATTERN_LOG_RATIO) ?? plain;
  const guessed = isAmericanShape ? listNorthAmericanPatterns(common.text) : [];
  if (guessed.length === 0) return common;
  const american = decode(guessed, COUNTRY_LOG_RATIO, SLACK);
  return american ?? (findPlateCountries(plain.text).length > 0 ? plain : useDigits(plain, 'US'));
}

/** Replaces the letters that the country does not distinguish from digits. */
function useDigits(line: DecodedLine, country: string): DecodedLine {
  const characters = line.characters.map((one) => ({
    ...one,
    character: replaceSameLetter(one.character, country),
  }));
  return { ...line, characters, text: characters.map(({ character }) => character).join('') };
}

/** Returns the most likely text of one of the patterns, if it is nearly as likely as the plain reading. */
function decodeKnownPattern(
  columns: CharacterColumns,
  plain: DecodedLine,
  patterns: readonly PlatePattern[],
  { logRatio, slack }: { logRatio: number; slack: number },
): DecodedLine | undefined {
  let best: PatternReading | undefined;
  let highest = scorePlainPath(columns) - logRatio;
  for (const pattern of patterns) {
    const difference = Math.abs(pattern.text.length - plain.text.length);
    if (difference > slack) continue;
    const cost = difference * LENGTH_COST;
    const reading = decodePattern(columns, pattern.positions, highest + cost + pattern.cost);
    const replaced = reading && replaceLookalikes(reading, pattern);
    if (!replaced || replaced.score - cost <= highest) continue;
    highest = replaced.score - cost;
    best = { ...replaced, score: highest };
  }
  return best;
}

/** Replaces look-alikes as in the pattern. Each replacement lowers the score. */
function replaceLookalikes(reading: PatternReading, pattern: PlatePattern): PatternReading {
  const characters = reading.characters.map((one, position) => ({
    ...one,
    character: toPatternCharacter(pattern, one.character, position),
  }));
  const changed = characters.filter(
    ({ character }, position) => character !== reading.characters[position]?.character,
  ).length;
  const text = characters.map(({ character }) => character).join('');
  return { ...reading, characters, text, score: reading.score - pattern.cost - changed * LOOKALIKE_COST };
}
