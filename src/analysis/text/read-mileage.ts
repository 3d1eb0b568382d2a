import type { MileageUnit } from '../../domain/enums.ts';
import type { DecodedCharacter } from './decode-line.ts';
import { quadSize } from './quad.ts';
import { decodeFolded, type RecognizedLine } from './recognized-line.ts';

interface MileageReading {
  /** As displayed, with leading zeros. A decimal comma becomes a point. */
  text: string;
  value: number;
  unit: MileageUnit;
  /** Whether the unit was read. If not, kilometres are assumed. */
  unitSeen: boolean;
  confidence: number;
  characterConfidences: number[];
  /** The line that it was read from. */
  source: RecognizedLine;
}

/** Characters that recognizers return for a digit. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  U: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  ']': '1',
  '[': '1',
  Z: '2',
  z: '2',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  T: '7',
  B: '8',
  g: '9',
  q: '9',
};

/** Runs of characters that are not digits. A recognizer may read `MI` as `M1`. */
const NON_DIGITS = /M1(?:LES)?(?![A-Z0-9])|[^\d.,\s]+/gi;

/** Returns the mileage: the most prominent number that is not a time, temperature, speed or trip. */
export function readMileage(lines: readonly RecognizedLine[]): MileageReading | undefined {
  const candidates = lines.flatMap((line) => {
    const characters = decodeNumber(line);
    const text = toText(characters);
    const count = countDigits(text);
    if (count === 0 || count > 8) return [];
    const confidence =
      characters.reduce((sum, character) => sum + character.confidence, 0) / characters.length;
    const { width, height } = quadSize(line.quad);
    const rank = height * Math.sqrt(width) * confidence * odometerLikelihood(line.line.text, count);
    return [{ text, characters, confidence, rank, source: line }];
  });
  const [best] = candidates.sort((a, b) => b.rank - a.rank);
  if (!best) return undefined;
  const unit = findUnit(lines.map(({ line }) => line.text));
  return {
    text: best.text,
    value: Number(best.text.replace(/\.(?=.*\.|\d{3}$)/g, '')),
    unit: unit ?? 'km',
    unitSeen: unit !== undefined,
    confidence: best.confidence,
    characterConfidences: best.characters.map(({ confidence }) => confidence),
    source: best.source,
  };
}

/**
 * Returns the digit, point or comma that a character stands for. Points and commas are decimal on some meters, and
 * separate thousands before three digits.
 */
function toDigit(character: string): string | undefined {
  return /^[0-9.,]$/.test(character) ? character : LOOKALIKES[character];
}

/** Decodes the longest number of a line as digits. The letters of a label beside it may look like digits too. */
function decodeNumber(line: RecognizedLine): DecodedCharacter[] {
  const plain = line.line.characters;
  const number = longestNumber(line.line.text);
  const printed = plain.flatMap(({ character, column }, index) =>
    /\s/.test(character) ? [] : [{ index, column }],
  );
  const characters = decodeFolded(line, toDigit).line.characters.filter(({ column }) => {
    const nearest = printed.reduce<(typeof printed)[number] | undefined>(
      (best, one) => (best && Math.abs(best.column - column) <= Math.abs(one.column - column) ? best : one),
      undefined,
    );
    return nearest !== undefined && nearest.index >= number.start && nearest.index < number.end;
  });
  return removeThousandsCommas(trimPoints(characters));
}

interface Span {
  start: number;
  end: number;
}

/** Returns the span of the number with the most digits. Labels and units separate numbers, single spaces do not. */
function longestNumber(text: string): Span {
  const labels = [...text.matchAll(NON_DIGITS)].filter((run) => isLabel(run));
  const starts = [0, ...labels.map((label) => label.index + label[0].length)];
  const spans = starts.map((start, index) => ({ start, end: labels[index]?.index ?? text.length }));
  const digits = ({ start, end }: Span) => countDigits(text.slice(start, end));
  const longest = spans.reduce((best, one) => (digits(one) > digits(best) ? one : best));
  return digits(longest) > 0 ? longest : { start: 0, end: 0 };
}

/** Returns whether a run is a label or unit, and not digits that were misread as letters. */
function isLabel({ 0: run, index, input }: RegExpExecArray): boolean {
  const isDigitLike = [...run].every((character) => toDigit(character) !== undefined);
  if (/^ODO$/i.test(run)) return true;
  if (run.length > 1 && !isDigitLike) return true;
  const [before, after] = [input.slice(0, index), input.slice(index + run.length)];
  if (/[\d.,]$/.test(before) || /^[\d.,]/.test(after)) return false;
  const isGroupOfThousands = run.length === 3 && /\d\s$/.test(before);
  const isWheel = run.length === 1 && /\b\d\s$/.test(before) && /^\s\d\b/.test(after);
  return !(isDigitLike && (isGroupOfThousands || isWheel));
}

function trimPoints(characters: readonly DecodedCharacter[]): DecodedCharacter[] {
  const isDigit = ({ character }: DecodedCharacter) => /\d/.test(character);
  return characters.slice(Math.max(0, characters.findIndex(isDigit)), characters.findLastIndex(isDigit) + 1);
}

/** A comma before the last one or two digits is decimal. */
function removeThousandsCommas(characters: readonly DecodedCharacter[]): DecodedCharacter[] {
  return characters.filter(
    ({ character }, index) => character !== ',' || /^\d{1,2}$/.test(toText(characters.slice(index + 1))),
  );
}

function toText(characters: readonly DecodedCharacter[]): string {
  return characters.map(({ character }) => (character === ',' ? '.' : character)).join('');
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

function odometerLikelihood(text: string, digits: number): number {
  const isTrip = /\btrip/i.test(text) && !/odo/i.test(text);
  const isOther = isTrip || /\d:\d|°|rpm|mph|km\/h|am|pm/i.test(text);
  const common = digits >= 4 && digits <= 7 ? 1 : 0.4;
  return (isOther ? 0.1 : 1) * common;
}

function findUnit(texts: readonly string[]): MileageUnit | undefined {
  // Ignores speeds, which also contain a unit.
  const words = texts.map((text) => text.replace(/km\/h|mph/gi, ' ')).join(' ');
  if (/km/i.test(words)) return 'km';
  return /(\b|\d)mi(les)?\b/i.test(words) ? 'miles' : undefined;
}
