import { type CharacterColumns, foldColumns, joinColumns } from './character-columns.ts';
import { decodeLine } from './decode-line.ts';
import { type CharacterClass, decodePattern } from './decode-pattern.ts';
import { lineLength, MRZ_LAYOUTS, type MrzLayout, type Span, type SpanKind } from './mrz-layouts.ts';
import { groupIntoRows } from './reading-order.ts';
import type { RecognizedLine } from './recognized-line.ts';

interface MrzReading {
  format: MrzLayout['format'];
  lines: string[];
  /** The fields without fillers. Dates have the format of the zone (YYMMDD). */
  fields: Record<string, string>;
  /** Whether each check digit is correct, by the name of its field. */
  checks: Record<string, boolean>;
  isValid: boolean;
  confidence: number;
}

/** A row may be read this many characters too short or too long. */
const LENGTH_TOLERANCE = 8;

/** Reads the machine-readable zone, in the layout with the most correct check digits. */
export function readMrz(lines: readonly RecognizedLine[]): MrzReading | undefined {
  const rows = groupIntoRows(lines).flatMap((row) => {
    const columns = joinColumns(row.map((line) => foldColumns(line.columns, toMrzCharacter)));
    return columns ? [{ columns, length: decodeLine(columns).text.length }] : [];
  });
  const readings = MRZ_LAYOUTS.flatMap((layout) => {
    const starts = rows.flatMap((_, start) => (fitsLayout(layout, rows.slice(start)) ? [start] : []));
    return starts.flatMap(
      (start) =>
        readZone(
          layout,
          rows.slice(start).map(({ columns }) => columns),
        ) ?? [],
    );
  });
  return readings.reduce<MrzReading | undefined>(
    (best, one) => (best && score(best) >= score(one) ? best : one),
    undefined,
  );
}

/** Returns the character of the zone that a character stands for. Spaces are not allowed. */
function toMrzCharacter(character: string): string | undefined {
  if (character === '<' || character === '«' || character === '(' || character === '[') return '<';
  const capital = character.toUpperCase();
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

function fitsLayout({ lines }: MrzLayout, rows: readonly { length: number }[]): boolean {
  return (
    rows.length >= lines.length &&
    lines.every(
      (spans, index) => Math.abs((rows[index]?.length ?? 0) - lineLength(spans)) <= LENGTH_TOLERANCE,
    )
  );
}

function readZone(layout: MrzLayout, rows: readonly CharacterColumns[]): MrzReading | undefined {
  const decoded = layout.lines.map((spans, index) => decodeRow(spans, rows[index]));
  if (decoded.some((row) => row === undefined)) return undefined;
  const texts: Record<string, string> = {};
  layout.lines.forEach((spans, index) => {
    let at = 0;
    for (const { name, length } of spans) {
      texts[name] = (decoded[index]?.text ?? '').slice(at, at + length);
      at += length;
    }
  });
  const continued = joinLongNumber(texts);
  const checks = { ...verifyCheckDigits(layout, texts), ...(continued && { documentNumber: true }) };
  const confidence = decoded.reduce((sum, row) => sum + (row?.confidence ?? 0), 0) / decoded.length;
  const correct = Object.values(checks).filter(Boolean).length / Object.values(checks).length;
  return {
    format: layout.format,
    lines: decoded.map((row) => row?.text ?? ''),
    fields: extractFields(layout, { ...texts, ...continued }),
    checks,
    isValid: correct === 1,
    confidence: confidence * (0.5 + correct / 2),
  };
}

/** Decodes a row with the kind and number of characters of its spans. If that fails, pads the plain text with fillers. */
function decodeRow(spans: readonly Span[], columns: CharacterColumns | undefined) {
  if (!columns) return undefined;
  const positions = spans.flatMap(({ kind, length }) => new Array<CharacterClass>(length).fill(KINDS[kind]));
  const exact = decodePattern(columns, positions);
  if (exact) return exact;
  const { text, confidence } = decodeLine(columns);
  return { text: text.padEnd(positions.length, '<').slice(0, positions.length), confidence };
}

const KINDS: Readonly<Record<SpanKind, CharacterClass>> = {
  A: (character) => /^[A-Z<]$/.test(character),
  0: (character) => /^[0-9<]$/.test(character),
  X: () => true,
};

/**
 * Joins a document number that continues in the optional field, followed by its check digit: on identity cards (ICAO 9303, part
 * 5), a filler in place of the check digit says so. Undefined if there is none, or its check digit is wrong.
 */
function joinLongNumber({ documentNumber = '', documentNumberCheck, optional = '' }: Record<string, string>) {
  const [, end, given = '', rest = ''] = /^([A-Z0-9]+)([0-9])(<.*)$/.exec(optional) ?? [];
  if (documentNumber.includes('<') || documentNumberCheck !== '<' || end === undefined) return undefined;
  const number = documentNumber + end;
  return isMrzCheckDigitValid(number, given) ? { documentNumber: number, optional: rest } : undefined;
}

function verifyCheckDigits(
  { lines }: MrzLayout,
  texts: Readonly<Record<string, string>>,
): Record<string, boolean> {
  const checks = lines.flat().flatMap(({ name, checks: covered }) => {
    if (!covered) return [];
    const text = covered.map((field) => texts[field] ?? '').join('');
    return [[name.replace(/Check$/, ''), isMrzCheckDigitValid(text, texts[name] ?? '')] as const];
  });
  return Object.fromEntries(checks);
}

function extractFields(
  { lines }: MrzLayout,
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { name, checks } of lines.flat()) {
    const text = (texts[name] ?? '').replace(/<+$/, '');
    if (checks || text === '') continue;
    if (name === 'names') {
      const [surname = '', given = ''] = text.split('<<');
      fields.surname = surname.replaceAll('<', ' ');
      if (given) fields.givenNames = given.replaceAll('<', ' ').trim();
    } else fields[name] = text.replace(/<+/g, ' ').trim();
  }
  return fields;
}

function score({ checks, confidence }: MrzReading): number {
  return Object.values(checks).filter(Boolean).length + confidence;
}

/** Computes a check digit (ICAO 9303, part 3): weights 7, 3, 1; A is 10, the filler 0. */
export function computeMrzCheckDigit(text: string): string {
  const weights = [7, 3, 1] as const;
  const total = [...text].reduce(
    (sum, character, index) => sum + characterValue(character) * (weights[index % 3] ?? 0),
    0,
  );
  return String(total % 10);
}

/** Returns whether `given` is the check digit of `text`. An empty field may have a filler instead of 0. */
export function isMrzCheckDigitValid(text: string, given: string): boolean {
  const expected = computeMrzCheckDigit(text);
  return given === expected || (given === '<' && expected === '0');
}

function characterValue(character: string): number {
  if (character >= '0' && character <= '9') return Number(character);
  return character >= 'A' && character <= 'Z' ? character.charCodeAt(0) - 55 : 0;
}
