import type { MileageUnit } from '../../domain/enums.ts';
import type { ReadSign } from './decode-line.ts';
import { quadSize } from './quad.ts';
import { type RecognizedLine, readAs } from './recognized-line.ts';

export interface MileageReading {
  /** As it stands there, leading zeros included; a decimal comma is written as a point. */
  text: string;
  value: number;
  unit: MileageUnit;
  /** Whether the unit was seen; kilometres are assumed where it was not. */
  unitSeen: boolean;
  confidence: number;
  characterConfidences: number[];
}

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

/** Runs of signs that are no digits; `M1` is how a recogniser may read `MI`. */
const NON_DIGITS = /M1(?:LES)?(?![A-Z0-9])|[^\d.,\s]+/gi;

/** The reading of an odometer among the lines: the most prominent number that is no time, temperature, speed or trip. */
export function readMileage(lines: readonly RecognizedLine[]): MileageReading | undefined {
  const candidates = lines.flatMap((line) => {
    const signs = numberOf(line);
    const text = textOf(signs);
    const count = digitsIn(text);
    if (count === 0 || count > 8) return [];
    const confidence = signs.reduce((sum, sign) => sum + sign.confidence, 0) / signs.length;
    const { width, height } = quadSize(line.quad);
    const rank = height * Math.sqrt(width) * confidence * likeness(line.line.text, count);
    return [{ text, signs, confidence, rank }];
  });
  const [best] = candidates.sort((a, b) => b.rank - a.rank);
  if (!best) return undefined;
  const seen = unitIn(lines.map(({ line }) => line.text));
  return {
    text: best.text,
    value: Number(best.text.replace(/\.(?=.*\.|\d{3}$)/g, '')),
    unit: seen ?? 'km',
    unitSeen: seen !== undefined,
    confidence: best.confidence,
    characterConfidences: best.signs.map(({ confidence }) => confidence),
  };
}

/** Digits, what looks like one, point and comma: decimal on some meters, before three digits that of thousands. */
export function asDigit(sign: string): string | undefined {
  return /^[0-9.,]$/.test(sign) ? sign : LOOKALIKES[sign];
}

/** The line's signs as digits, those of its longest number only: letters of a name beside it look like digits too. */
function numberOf(line: RecognizedLine): ReadSign[] {
  const plain = line.line.signs;
  const number = longestNumber(line.line.text);
  const written = plain.flatMap(({ sign, column }, index) => (/\s/.test(sign) ? [] : [{ index, column }]));
  const signs = readAs(line, asDigit).line.signs.filter(({ column }) => {
    const nearest = written.reduce<(typeof written)[number] | undefined>(
      (best, one) => (best && Math.abs(best.column - column) <= Math.abs(one.column - column) ? best : one),
      undefined,
    );
    return nearest !== undefined && nearest.index >= number.start && nearest.index < number.end;
  });
  return withoutThousandsCommas(withoutOuterPoints(signs));
}

interface Span {
  start: number;
  end: number;
}

/** Where in the text the number with most digits stands; names and units part numbers, single spaces do not. */
function longestNumber(text: string): Span {
  const names = [...text.matchAll(NON_DIGITS)].filter((run) => isName(run));
  const starts = [0, ...names.map((name) => name.index + name[0].length)];
  const spans = starts.map((start, index) => ({ start, end: names[index]?.index ?? text.length }));
  const digits = ({ start, end }: Span) => digitsIn(text.slice(start, end));
  const longest = spans.reduce((best, one) => (digits(one) > digits(best) ? one : best));
  return digits(longest) > 0 ? longest : { start: 0, end: 0 };
}

/** Whether the run is a word of its own and not a digit or two that were taken for letters. */
function isName({ 0: run, index, input }: RegExpExecArray): boolean {
  const couldBeDigits = [...run].every((sign) => asDigit(sign) !== undefined);
  if (/^ODO$/i.test(run)) return true;
  if (run.length > 1 && !couldBeDigits) return true;
  const [before, after] = [input.slice(0, index), input.slice(index + run.length)];
  if (/[\d.,]$/.test(before) || /^[\d.,]/.test(after)) return false;
  const isGroupOfThousands = run.length === 3 && /\d\s$/.test(before);
  const isWheel = run.length === 1 && /\b\d\s$/.test(before) && /^\s\d\b/.test(after);
  return !(couldBeDigits && (isGroupOfThousands || isWheel));
}

function withoutOuterPoints(signs: readonly ReadSign[]): ReadSign[] {
  const isDigit = ({ sign }: ReadSign) => /\d/.test(sign);
  return signs.slice(Math.max(0, signs.findIndex(isDigit)), signs.findLastIndex(isDigit) + 1);
}

/** A comma is a decimal one before the last digit or two. */
function withoutThousandsCommas(signs: readonly ReadSign[]): ReadSign[] {
  return signs.filter(({ sign }, index) => sign !== ',' || /^\d{1,2}$/.test(textOf(signs.slice(index + 1))));
}

function textOf(signs: readonly ReadSign[]): string {
  return signs.map(({ sign }) => (sign === ',' ? '.' : sign)).join('');
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

function likeness(text: string, digits: number): number {
  const isTrip = /\btrip/i.test(text) && !/odo/i.test(text);
  const isOther = isTrip || /\d:\d|°|rpm|mph|km\/h|am|pm/i.test(text);
  const common = digits >= 4 && digits <= 7 ? 1 : 0.4;
  return (isOther ? 0.1 : 1) * common;
}

function unitIn(texts: readonly string[]): MileageUnit | undefined {
  // Speeds name a unit too: those are left out.
  const words = texts.filter((text) => !/km\/h|mph/i.test(text)).join(' ');
  if (/km/i.test(words)) return 'km';
  return /(\b|\d)mi(les)?\b/i.test(words) ? 'miles' : undefined;
}
