import { decodeLine, type ReadLine } from './decode-line.ts';
import { decodePattern } from './decode-pattern.ts';
import { rowsOf } from './reading-order.ts';
import { joinColumns, type RecognizedLine } from './recognized-line.ts';
import { foldColumns, type SignColumns } from './sign-columns.ts';
import { type CheckDigit, checkVin, mustHaveCheckDigit, VIN_LENGTH } from './vin-check-digit.ts';
import { isKnownMaker } from './vin-makers.ts';

export interface VinReading {
  vin: string;
  confidence: number;
  characterConfidences: number[];
  checkDigit: CheckDigit;
  /** What was read, where the VIN given is the correction of it. */
  readAs?: string;
  /** Where the check digit is wrong and one confusable character explains it: the VIN with that one replaced. */
  correction?: string;
}

/** Signs that are taken for each other; a VIN has no I, O and Q. */
const CONFUSABLE = [
  '0D',
  '8B',
  '5S',
  '2Z',
  '6G',
  '1L',
  '17',
  '1T',
  'UV',
  '4A',
  'MN',
  'MH',
  'HN',
  'KX',
  'CG',
  'EF',
  'PR',
  '38',
  '56',
];
/** Least probability that the recogniser gives a sign for it to count as an explanation. */
const PLAUSIBLE = 0.01;
/** A sign of the beginning gives way to one this much less likely, if that makes it the beginning of a known maker. */
const MAKER_ODDS = 1 / 50;
/** A line this sure is the VIN, whatever could be made of several. */
const STANDS_ALONE = 0.6;
/** A VIN ends in a serial number, of four digits at least (ISO 3779, 49 CFR 565): other lines of the label do not. */
const SERIAL = /[0-9]{4}$/;
const WITHOUT_SERIAL = 0.5;
/** How far a plain reading may be from 17 signs for the missing or doubled ones to be found. */
const SPARE = 3;

/** The VIN among the lines: 17 signs in a row, or in two halves beside or below each other. */
export function readVin(lines: readonly RecognizedLine[]): VinReading | undefined {
  const alone = surest(lines.map((line) => [line]));
  // Put together, any lines make seventeen signs somewhere: only where no line is a VIN by itself.
  if (alone && alone.confidence >= STANDS_ALONE) return alone;
  const rows = rowsOf(lines);
  const together = surest([
    ...rows.filter((row) => row.length > 1),
    ...rows.flatMap((row, index) => (rows[index + 1] ? [[...row, ...(rows[index + 1] ?? [])]] : [])),
  ]);
  return together && together.confidence > (alone?.confidence ?? 0) ? together : alone;
}

function surest(groups: readonly (readonly RecognizedLine[])[]): VinReading | undefined {
  const readings = groups.flatMap((group) => {
    const columns = joinColumns(group.map((line) => foldColumns(line.columns, asVinSign)));
    return columns ? readingsOf(columns, gapsOf(group)) : [];
  });
  return readings.reduce<VinReading | undefined>(
    (best, one) => (best && best.confidence >= one.confidence ? best : one),
    undefined,
  );
}

/** Columns of the joined lines where a word ends: spaces, what no VIN has in it, and the ends of lines. */
function gapsOf(group: readonly RecognizedLine[]): number[] {
  let start = 0;
  return group.flatMap(({ columns, line }) => {
    const gaps = line.signs.flatMap(({ sign, column }) =>
      asVinSign(sign) === undefined ? [start + column] : [],
    );
    start += columns.count + 1;
    return [...gaps, start - 1];
  });
}

/** As the recogniser's signs are read in a VIN: capitals, and no I, O, Q. */
export function asVinSign(sign: string): string | undefined {
  const capital = sign.toUpperCase();
  if (capital === 'O' || capital === 'Q') return '0';
  if (capital === 'I' || sign === '|') return '1';
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

function readingsOf(columns: SignColumns, gaps: readonly number[]): VinReading[] {
  const plain = decodeLine(columns);
  const length = plain.signs.length;
  const whole =
    length > VIN_LENGTH
      ? likeliestWindows(plain, gaps)
      : length === VIN_LENGTH
        ? [{ line: plain, share: 1 }]
        : [];
  const isNear = length !== VIN_LENGTH && Math.abs(length - VIN_LENGTH) <= SPARE;
  const fitted = isNear
    ? decodePattern(
        columns,
        new Array(VIN_LENGTH).fill(() => true),
      )
    : undefined;
  const isOutdone = fitted && !isKnownMaker(fitted.text) && whole.some(({ line }) => isKnownMaker(line.text));
  return [
    ...whole,
    ...(fitted && !isOutdone ? [{ line: fitted, share: 0.85 ** Math.abs(length - VIN_LENGTH) }] : []),
  ].map(({ line, share }) => judged(withKnownMaker(line, columns), columns, share));
}

/** The same line, its first three signs those of a maker we know if one sign must be another for that: a prior, no gate. */
function withKnownMaker(line: ReadLine, { data, signs: alphabet }: SignColumns): ReadLine {
  if (isKnownMaker(line.text)) return line;
  const size = alphabet.length + 1;
  const [best] = line.signs
    .slice(0, 3)
    .flatMap((read, position) =>
      alphabet.flatMap((sign, index) => {
        const text = `${line.text.slice(0, position)}${sign}${line.text.slice(position + 1)}`;
        const confidence = data[read.column * size + index + 1] ?? 0;
        const likely = sign !== read.sign && confidence >= read.confidence * MAKER_ODDS;
        return likely && isKnownMaker(text) ? [{ position, text, sign: { ...read, sign, confidence } }] : [];
      }),
    )
    .sort((a, b) => b.sign.confidence - a.sign.confidence);
  return best ? { ...line, text: best.text, signs: line.signs.with(best.position, best.sign) } : line;
}

/** Every run of 17 signs: a label may say more before and after the number. */
function windows({ signs, text }: ReadLine): { start: number; window: ReadLine }[] {
  // Folded as a VIN's signs are, "VIN" reads V1N.
  const label = /^V1N(NR|N0)?/.exec(text)?.[0].length ?? 0;
  const first = Math.min(label, signs.length - VIN_LENGTH);
  return Array.from({ length: signs.length - VIN_LENGTH + 1 - first }, (_, offset) => {
    const start = first + offset;
    const run = signs.slice(start, start + VIN_LENGTH);
    const total = run.reduce((sum, { confidence }) => sum + confidence, 0);
    const window = { signs: run, text: run.map(({ sign }) => sign).join(''), confidence: total / VIN_LENGTH };
    return { start, window };
  });
}

/**
 * Of the windows those that are one word; else those that begin as a known maker's VIN does, else those that begin or
 * end with a word: a label, whatever it says, shifts the others.
 */
function likeliestWindows(line: ReadLine, gaps: readonly number[]): { line: ReadLine; share: number }[] {
  const isBorder = line.signs.map(({ column }, index) => {
    const before = line.signs[index - 1]?.column ?? column;
    return gaps.some((gap) => gap > before && gap < column);
  });
  const ranked = windows(line).map(({ start, window }) => {
    const end = start + VIN_LENGTH;
    const [begins, ends] = [isBorder[start] === true, isBorder[end] === true];
    const isAtEdge = start === 0 || end === line.signs.length;
    const isBroken = isBorder.slice(start + 1, end).includes(true);
    const isWord = !isBroken && (begins || start === 0) && (ends || end === line.signs.length);
    const isKnown = isKnownMaker(window.text);
    const isBordering = begins || ends || (isKnown && isAtEdge);
    const rank = (isWord ? 4 : 0) + (isKnown ? 2 : 0) + (isBordering ? 1 : 0);
    return { line: window, share: isWord ? 1 : 0.9, rank };
  });
  const highest = Math.max(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === highest);
}

function judged(line: ReadLine, columns: SignColumns, share: number): VinReading {
  const characterConfidences = line.signs.map(({ confidence }) => confidence);
  const checkDigit = checkVin(line.text);
  const serialShare = SERIAL.test(line.text) ? 1 : WITHOUT_SERIAL;
  const correction = checkDigit === 'wrong' ? correctionOf(line, columns) : undefined;
  // Where a check digit is required, a wrong one proves a misreading: the only explanation is the better reading.
  const replaced = correction !== undefined && mustHaveCheckDigit(line.text);
  return {
    vin: replaced ? correction : line.text,
    confidence: weighed(line.confidence * share * serialShare, checkDigit, line.text),
    characterConfidences,
    checkDigit: replaced ? 'right' : checkDigit,
    ...(replaced && { readAs: line.text }),
    ...(correction !== undefined && !replaced && { correction }),
  };
}

/** A right check digit is chance one time in eleven; a wrong one is a misreading only where it is required. */
function weighed(confidence: number, checkDigit: CheckDigit, vin: string): number {
  if (checkDigit === 'right') return 1 - (1 - confidence) / 2;
  if (checkDigit === 'not_used') return confidence * (mustHaveCheckDigit(vin) ? 0.7 : 1);
  return confidence * (mustHaveCheckDigit(vin) ? 0.7 : 0.95);
}

/** The one replacement of one confusable sign that makes the check digit right; none, or several, explain nothing. */
function correctionOf({ text, signs }: ReadLine, columns: SignColumns): string | undefined {
  const size = columns.signs.length + 1;
  const found = signs.flatMap(({ sign, column }, position) =>
    confusableWith(sign).flatMap((other) => {
      const probability = columns.data[column * size + columns.signs.indexOf(other) + 1] ?? 0;
      const changed = `${text.slice(0, position)}${other}${text.slice(position + 1)}`;
      return probability >= PLAUSIBLE && checkVin(changed) === 'right' ? [changed] : [];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}

function confusableWith(sign: string): string[] {
  return CONFUSABLE.flatMap((pair) => (pair.includes(sign) ? [pair.replace(sign, '')] : []));
}
