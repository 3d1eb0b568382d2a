import type { MileageUnit } from '../../spec/enums.ts';
import { quadSize } from './quad.ts';
import { type RecognizedLine, readAs } from './recognized-line.ts';

export interface MileageReading {
  /** As it stands there, leading zeros and a decimal point included. */
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

/** The reading of an odometer among the lines: the most prominent number that is neither a time nor a temperature. */
export function readMileage(lines: readonly RecognizedLine[]): MileageReading | undefined {
  const candidates = lines.flatMap((line) => {
    const { line: digits } = readAs(line, asDigit);
    const text = digits.text.replace(/^\.+|\.+$/g, '');
    const count = text.replace(/\D/g, '').length;
    if (count === 0 || count > 8) return [];
    const { width, height } = quadSize(line.quad);
    return [
      { text, digits, rank: height * Math.sqrt(width) * digits.confidence * likeness(line.line.text, count) },
    ];
  });
  const [best] = candidates.sort((a, b) => b.rank - a.rank);
  if (!best) return undefined;
  const seen = unitIn(lines.map(({ line }) => line.text));
  return {
    text: best.text,
    value: Number(best.text.replace(/\.(?=.*\.|\d{3}$)/g, '')),
    unit: seen ?? 'km',
    unitSeen: seen !== undefined,
    confidence: best.digits.confidence,
    characterConfidences: best.digits.signs.map(({ confidence }) => confidence),
  };
}

/** Digits, what looks like one, and a point: of some trip meters the decimal one, before three digits that of thousands. */
export function asDigit(sign: string): string | undefined {
  return /^[0-9.]$/.test(sign) ? sign : LOOKALIKES[sign];
}

function likeness(text: string, digits: number): number {
  const isOther = /\d:\d|°|rpm|mph|km\/h|am|pm/i.test(text);
  const common = digits >= 4 && digits <= 7 ? 1 : 0.4;
  return (isOther ? 0.1 : 1) * common;
}

function unitIn(texts: readonly string[]): MileageUnit | undefined {
  // Speeds name a unit too: those are left out.
  const words = texts.filter((text) => !/km\/h|mph/i.test(text)).join(' ');
  if (/km/i.test(words)) return 'km';
  return /\bmi(les)?\b|\dmi\b/i.test(words) ? 'miles' : undefined;
}
