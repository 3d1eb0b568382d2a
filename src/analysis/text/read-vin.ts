import { type CharacterColumns, foldColumns, joinColumns } from './character-columns.ts';
import { type DecodedLine, decodeLine } from './decode-line.ts';
import { decodePattern } from './decode-pattern.ts';
import type { VinEvidence } from './merge-vins.ts';
import { groupIntoRows } from './reading-order.ts';
import type { RecognizedLine } from './recognized-line.ts';
import {
  type CheckDigit,
  checkVin,
  requiresCheckDigit,
  VIN_CHARACTERS,
  VIN_LENGTH,
} from './vin-check-digit.ts';
import { isKnownManufacturer } from './vin-manufacturers.ts';

interface VinReading {
  vin: string;
  confidence: number;
  characterConfidences: number[];
  checkDigit: CheckDigit;
  /** The recognizer's probabilities of other characters. */
  evidence: VinEvidence;
  /** The lines that it was read from. */
  sources: readonly RecognizedLine[];
  /** The text as read, if `vin` is a correction of it. */
  readAs?: string;
  /** A proposal, if the check digit is wrong: the VIN with the one character replaced that explains it. */
  correction?: string;
}

/** Pairs of characters that recognizers confuse. A VIN has no I, O or Q. */
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
/** The least probability of a character that can explain a wrong check digit. */
const MIN_EXPLANATION_PROBABILITY = 0.01;
/** One of the first 3 characters is replaced by a less likely one, by up to this ratio, to get a known manufacturer. */
const MANUFACTURER_RATIO = 1 / 50;
/** A single line of this confidence is the VIN. Several lines are then not joined. */
const SINGLE_LINE_THRESHOLD = 0.6;
/** A VIN ends with a serial number of at least 4 digits (ISO 3779, 49 CFR 565). Other lines of the label do not. */
const SERIAL_NUMBER = /[0-9]{4}$/;
/** Factor for the confidence of a text without a serial number. */
const NO_SERIAL_FACTOR = 0.5;
/** Factor for the confidence of a text of an unknown manufacturer: other lines of the label can have 17 characters too. */
const UNKNOWN_FACTOR = 0.93;
/** A plain reading may have this many characters too few or too many to be decoded as 17 characters. */
const LENGTH_TOLERANCE = 3;

/** Reads the VIN: 17 characters in one line, or in two halves beside or below each other. */
export function readVin(lines: readonly RecognizedLine[]): VinReading | undefined {
  const single = findMostConfident(lines.map((line) => [line]));
  // Lines are joined only if no single line is a VIN: joined lines contain 17 characters somewhere in most cases.
  if (single && single.confidence >= SINGLE_LINE_THRESHOLD) return single;
  const rows = groupIntoRows(lines);
  const joined = findMostConfident([
    ...rows.filter((row) => row.length > 1),
    ...rows.flatMap((row, index) => (rows[index + 1] ? [[...row, ...(rows[index + 1] ?? [])]] : [])),
  ]);
  return joined && joined.confidence > (single?.confidence ?? 0) ? joined : single;
}

function findMostConfident(groups: readonly (readonly RecognizedLine[])[]): VinReading | undefined {
  const readings = groups.flatMap((group) => {
    const columns = joinColumns(group.map((line) => foldColumns(line.columns, toVinCharacter)));
    return columns
      ? createReadings(columns, findGaps(group)).map((reading) => ({ ...reading, sources: group }))
      : [];
  });
  return readings.reduce<VinReading | undefined>(
    (best, one) => (best && best.confidence >= one.confidence ? best : one),
    undefined,
  );
}

/** Returns the columns of the joined lines where a word ends: spaces, characters that no VIN has, and line ends. */
function findGaps(group: readonly RecognizedLine[]): number[] {
  let start = 0;
  return group.flatMap(({ columns, line }) => {
    const gaps = line.characters.flatMap(({ character, column }) =>
      toVinCharacter(character) === undefined ? [start + column] : [],
    );
    start += columns.count + 1;
    return [...gaps, start - 1];
  });
}

/** Returns the character of a VIN that a character stands for: capitals, without I, O and Q. */
function toVinCharacter(character: string): string | undefined {
  const capital = character.toUpperCase();
  if (capital === 'O' || capital === 'Q') return '0';
  if (capital === 'I' || character === '|') return '1';
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

function createReadings(columns: CharacterColumns, gaps: readonly number[]): Omit<VinReading, 'sources'>[] {
  const plain = decodeLine(columns);
  const length = plain.characters.length;
  const windows =
    length > VIN_LENGTH
      ? findBestWindows(plain, gaps)
      : length === VIN_LENGTH
        ? [{ line: plain, factor: 1 }]
        : [];
  const isNear = length !== VIN_LENGTH && Math.abs(length - VIN_LENGTH) <= LENGTH_TOLERANCE;
  const fitted = isNear
    ? decodePattern(
        columns,
        new Array(VIN_LENGTH).fill(() => true),
      )
    : undefined;
  const isWorse =
    fitted && !isKnownManufacturer(fitted.text) && windows.some(({ line }) => isKnownManufacturer(line.text));
  return [
    ...windows,
    ...(fitted && !isWorse ? [{ line: fitted, factor: 0.85 ** Math.abs(length - VIN_LENGTH) }] : []),
  ].map(({ line, factor }) => createReading(preferKnownManufacturer(line, columns), columns, factor));
}

/**
 * Replaces one of the first 3 characters if that gives a known manufacturer. Other manufacturers are accepted too.
 */
function preferKnownManufacturer(
  line: DecodedLine,
  { data, characters: alphabet }: CharacterColumns,
): DecodedLine {
  if (isKnownManufacturer(line.text)) return line;
  const size = alphabet.length + 1;
  const [best] = line.characters
    .slice(0, 3)
    .flatMap((read, position) =>
      alphabet.flatMap((character, index) => {
        const text = `${line.text.slice(0, position)}${character}${line.text.slice(position + 1)}`;
        const confidence = data[read.column * size + index + 1] ?? 0;
        const isLikely = character !== read.character && confidence >= read.confidence * MANUFACTURER_RATIO;
        return isLikely && isKnownManufacturer(text)
          ? [{ position, text, character: { ...read, character, confidence } }]
          : [];
      }),
    )
    .sort((a, b) => b.character.confidence - a.character.confidence);
  return best
    ? { ...line, text: best.text, characters: line.characters.with(best.position, best.character) }
    : line;
}

/** Returns every run of 17 characters: a label may have text before and after the VIN. */
function listWindows({ characters, text }: DecodedLine): { start: number; window: DecodedLine }[] {
  // Folded to the characters of a VIN, "VIN" becomes V1N.
  const label = /^V1N(NR|N0)?/.exec(text)?.[0].length ?? 0;
  const first = Math.min(label, characters.length - VIN_LENGTH);
  return Array.from({ length: characters.length - VIN_LENGTH + 1 - first }, (_, offset) => {
    const start = first + offset;
    const run = characters.slice(start, start + VIN_LENGTH);
    const total = run.reduce((sum, { confidence }) => sum + confidence, 0);
    const window = {
      characters: run,
      text: run.map(({ character }) => character).join(''),
      confidence: total / VIN_LENGTH,
    };
    return { start, window };
  });
}

/**
 * Returns the best windows: those that are one word, else those with a known manufacturer, else those that start or end
 * with a word. A label shifts the other windows.
 */
function findBestWindows(
  line: DecodedLine,
  gaps: readonly number[],
): { line: DecodedLine; factor: number }[] {
  const isWordStart = line.characters.map(({ column }, index) => {
    const before = line.characters[index - 1]?.column ?? column;
    return gaps.some((gap) => gap > before && gap < column);
  });
  const ranked = listWindows(line).map(({ start, window }) => {
    const end = start + VIN_LENGTH;
    const [startsWord, endsWord] = [isWordStart[start] === true, isWordStart[end] === true];
    const isAtEdge = start === 0 || end === line.characters.length;
    const isBroken = isWordStart.slice(start + 1, end).includes(true);
    const isWord = !isBroken && (startsWord || start === 0) && (endsWord || end === line.characters.length);
    const isKnown = isKnownManufacturer(window.text);
    const isAligned = startsWord || endsWord || (isKnown && isAtEdge);
    const rank = (isWord ? 4 : 0) + (isKnown ? 2 : 0) + (isAligned ? 1 : 0);
    return { line: window, factor: isWord ? 1 : 0.9, rank };
  });
  const highest = Math.max(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === highest);
}

/** Checks and corrects a candidate. */
function createReading(
  line: DecodedLine,
  columns: CharacterColumns,
  factor: number,
): Omit<VinReading, 'sources'> {
  const characterConfidences = line.characters.map(({ confidence }) => confidence);
  const checkDigit = checkVin(line.text);
  const serialFactor = SERIAL_NUMBER.test(line.text) ? 1 : NO_SERIAL_FACTOR;
  const manufacturerFactor = isKnownManufacturer(line.text) ? 1 : UNKNOWN_FACTOR;
  const correction = checkDigit === 'wrong' ? findCorrection(line, columns) : undefined;
  // If the check digit is mandatory, a wrong one proves a misreading, so the only explanation replaces it.
  const isCorrected = correction !== undefined && requiresCheckDigit(line.text);
  return {
    vin: isCorrected ? correction : line.text,
    confidence: applyCheckDigit(
      line.confidence * factor * serialFactor * manufacturerFactor,
      checkDigit,
      line.text,
    ),
    characterConfidences,
    checkDigit: isCorrected ? 'right' : checkDigit,
    evidence: toEvidence(line, columns),
    ...(isCorrected && { readAs: line.text }),
    ...(correction !== undefined && !isCorrected && { correction }),
  };
}

/** Returns the probabilities of all characters of a VIN in the column of each character that was read. */
function toEvidence(
  { characters }: DecodedLine,
  { data, characters: alphabet }: CharacterColumns,
): VinEvidence {
  const size = alphabet.length + 1;
  const indices = [...VIN_CHARACTERS].map((character) => alphabet.indexOf(character) + 1);
  return characters.map(({ column }) =>
    Float32Array.from(indices, (index) => (index === 0 ? 0 : (data[column * size + index] ?? 0))),
  );
}

/** Adjusts the confidence: a random check digit is right in 1 of 11 cases; a wrong one proves a misreading if mandatory. */
function applyCheckDigit(confidence: number, checkDigit: CheckDigit, vin: string): number {
  if (checkDigit === 'right') return 1 - (1 - confidence) / 2;
  if (checkDigit === 'not_used') return confidence * (requiresCheckDigit(vin) ? 0.7 : 1);
  return confidence * (requiresCheckDigit(vin) ? 0.7 : 0.95);
}

/** Returns the VIN with one confusable character replaced, if exactly one replacement makes the check digit right. */
function findCorrection({ text, characters }: DecodedLine, columns: CharacterColumns): string | undefined {
  const size = columns.characters.length + 1;
  const corrections = characters.flatMap(({ character, column }, position) =>
    listConfusable(character).flatMap((other) => {
      const probability = columns.data[column * size + columns.characters.indexOf(other) + 1] ?? 0;
      const changed = `${text.slice(0, position)}${other}${text.slice(position + 1)}`;
      return probability >= MIN_EXPLANATION_PROBABILITY && checkVin(changed) === 'right' ? [changed] : [];
    }),
  );
  return corrections.length === 1 ? corrections[0] : undefined;
}

function listConfusable(character: string): string[] {
  return CONFUSABLE.flatMap((pair) => (pair.includes(character) ? [pair.replace(character, '')] : []));
}
