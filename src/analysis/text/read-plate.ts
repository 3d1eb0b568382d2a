import type { ReadLine } from './decode-line.ts';
import { decodePattern, type PatternReading } from './decode-pattern.ts';
import { countriesOf, inPattern, PLATE_PATTERNS, type PlatePattern } from './plate-patterns.ts';
import { quadCentre, quadSize } from './quad.ts';
import { joinColumns, letterHeight, type RecognizedLine, readAs } from './recognized-line.ts';
import type { SignColumns } from './sign-columns.ts';

export interface PlateReading {
  /** Letters and digits, without what stands between them. */
  plate: string;
  confidence: number;
  characterConfidences: number[];
  /** Countries that write plates this way, as far as we know them. */
  countries: string[];
}

const [SHORTEST, LONGEST] = [2, 9];
/** A known pattern may be this much less likely than the plain reading and still be taken: patterns are a prior. */
const PATTERN_ODDS = Math.log(8);
const LOOKALIKE_COST = Math.log(2);

/** The number among the lines of a plate: its largest letters, in one line or in two. */
export function readPlate(lines: readonly RecognizedLine[]): PlateReading | undefined {
  const read = lines.map((line) => ({ ...line, plate: readAs(line, asPlateSign) }));
  const singles = read.map(({ plate, ...line }) => ({ ...plate, size: sizeOf(line) }));
  const pairs = stackedPairs(read).flatMap(([upper, lower]) => {
    const columns = joinColumns([upper.plate.columns, lower.plate.columns]);
    if (!columns) return [];
    const signs = [...upper.plate.line.signs, ...lower.plate.line.signs];
    const line = { signs, text: upper.plate.line.text + lower.plate.line.text, confidence: 0 };
    line.confidence = Math.min(upper.plate.line.confidence, lower.plate.line.confidence);
    return [{ columns, line, size: sizeOf(upper) + sizeOf(lower) }];
  });
  const candidates = [...singles, ...pairs].filter(({ line }) => couldBePlate(line.text));
  const [best] = candidates.sort((a, b) => b.size * plateLikeness(b.line) - a.size * plateLikeness(a.line));
  if (!best) return undefined;
  const line = byPattern(best.columns, best.line) ?? best.line;
  return {
    plate: line.text,
    confidence: line.confidence,
    characterConfidences: line.signs.map(({ confidence }) => confidence),
    countries: countriesOf(line.text),
  };
}

export function asPlateSign(sign: string): string | undefined {
  const capital = sign.toUpperCase();
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

/** Letters of the number stand high and fill the plate's width. */
function sizeOf(line: Pick<RecognizedLine, 'quad'>): number {
  const { width, height } = quadSize(line.quad);
  return height * Math.sqrt(width);
}

function couldBePlate(text: string): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST;
}

/** Names of states and dealers are letters only; a number without any digit is rare. */
function plateLikeness({ text, confidence }: ReadLine): number {
  const digits = text.replace(/[^0-9]/g, '').length;
  const common = text.length >= 4 && text.length <= 8 ? 1 : 0.5;
  return confidence * common * (digits > 0 ? 1 : 0.6);
}

/** Two lines of like height, one under the other, each too short for a whole plate. */
function stackedPairs<T extends Pick<RecognizedLine, 'quad'> & { plate: { line: ReadLine } }>(
  lines: readonly T[],
): [T, T][] {
  return lines.flatMap((upper) =>
    lines.flatMap((lower): [T, T][] => {
      const [a, b] = [quadCentre(upper.quad), quadCentre(lower.quad)];
      const [high, low] = [letterHeight(upper), letterHeight(lower)];
      const apart = (b[1] - a[1]) / Math.max(high, low);
      const likeHeight = Math.min(high, low) > 0.6 * Math.max(high, low);
      const overlapping =
        Math.abs(a[0] - b[0]) < Math.max(quadSize(upper.quad).width, quadSize(lower.quad).width) / 2;
      const short = upper.plate.line.text.length <= 4 && lower.plate.line.text.length <= 5;
      const digits = /[0-9]/.test(lower.plate.line.text + upper.plate.line.text);
      return apart > 0.6 && apart < 1.8 && likeHeight && overlapping && short && digits
        ? [[upper, lower]]
        : [];
    }),
  );
}

/** The likeliest text of a known pattern as long as the plain reading, if it is nearly as likely. */
function byPattern(columns: SignColumns, plain: ReadLine): ReadLine | undefined {
  const anything = new Array(plain.text.length).fill(() => true);
  const free = decodePattern(columns, anything)?.score ?? Number.NEGATIVE_INFINITY;
  const fitting = PLATE_PATTERNS.filter(({ text }) => text.length === plain.text.length).flatMap(
    (pattern) => {
      const read = decodePattern(columns, pattern.positions);
      return read ? [asWritten(read, pattern)] : [];
    },
  );
  const [best] = fitting.sort((a, b) => b.score - a.score);
  return best && best.score > free - PATTERN_ODDS ? best : undefined;
}

/** With a digit where the pattern has one; each letter that had to be taken for one makes it less likely. */
function asWritten(read: PatternReading, pattern: PlatePattern): PatternReading {
  const signs = read.signs.map((one, place) => ({ ...one, sign: inPattern(pattern, one.sign, place) }));
  const changed = signs.filter(({ sign }, place) => sign !== read.signs[place]?.sign).length;
  const text = signs.map(({ sign }) => sign).join('');
  return { ...read, signs, text, score: read.score - changed * LOOKALIKE_COST };
}
