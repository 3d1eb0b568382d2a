import { decodeLine } from './decode-line.ts';
import { decodePattern, type Position } from './decode-pattern.ts';
import { isMrzCheckRight } from './mrz-check-digit.ts';
import { type Kind, lineLength, MRZ_LAYOUTS, type MrzLayout, type Span } from './mrz-layouts.ts';
import { rowsOf } from './reading-order.ts';
import { joinColumns, type RecognizedLine } from './recognized-line.ts';
import { foldColumns, type SignColumns } from './sign-columns.ts';

export interface MrzReading {
  format: MrzLayout['format'];
  lines: string[];
  /** Every field without its fillers; dates as the zone has them (YYMMDD). */
  fields: Record<string, string>;
  /** Check digits by the name of their field, and whether each is right. */
  checks: Record<string, boolean>;
  isValid: boolean;
  confidence: number;
}

/** A row of a zone may be read this much too short or too long. */
const SPARE = 8;

/** The machine-readable zone among the lines, in the layout whose check digits hold best. */
export function readMrz(lines: readonly RecognizedLine[]): MrzReading | undefined {
  const rows = rowsOf(lines).flatMap((row) => {
    const columns = joinColumns(row.map((line) => foldColumns(line.columns, asMrzSign)));
    return columns ? [{ columns, length: decodeLine(columns).text.length }] : [];
  });
  const readings = MRZ_LAYOUTS.flatMap((layout) => {
    const starts = rows.flatMap((_, start) => (fits(layout, rows.slice(start)) ? [start] : []));
    return starts.flatMap(
      (start) =>
        readZone(
          layout,
          rows.slice(start).map(({ columns }) => columns),
        ) ?? [],
    );
  });
  return readings.reduce<MrzReading | undefined>(
    (best, one) => (best && merit(best) >= merit(one) ? best : one),
    undefined,
  );
}

/** The zone's own signs; a space is none of them. */
export function asMrzSign(sign: string): string | undefined {
  if (sign === '<' || sign === '«' || sign === '(' || sign === '[') return '<';
  const capital = sign.toUpperCase();
  return /^[A-Z0-9]$/.test(capital) ? capital : undefined;
}

function fits({ lines }: MrzLayout, rows: readonly { length: number }[]): boolean {
  return (
    rows.length >= lines.length &&
    lines.every((spans, index) => Math.abs((rows[index]?.length ?? 0) - lineLength(spans)) <= SPARE)
  );
}

function readZone(layout: MrzLayout, rows: readonly SignColumns[]): MrzReading | undefined {
  const read = layout.lines.map((spans, index) => readRow(spans, rows[index]));
  if (read.some((row) => row === undefined)) return undefined;
  const texts: Record<string, string> = {};
  layout.lines.forEach((spans, index) => {
    let at = 0;
    for (const { name, length } of spans) {
      texts[name] = (read[index]?.text ?? '').slice(at, at + length);
      at += length;
    }
  });
  const checks = checksOf(layout, texts);
  const confidence = read.reduce((sum, row) => sum + (row?.confidence ?? 0), 0) / read.length;
  const right = Object.values(checks).filter(Boolean).length / Object.values(checks).length;
  return {
    format: layout.format,
    lines: read.map((row) => row?.text ?? ''),
    fields: fieldsOf(layout, texts),
    checks,
    isValid: right === 1,
    confidence: confidence * (0.5 + right / 2),
  };
}

/** Exactly as many signs as the row has, each of the kind that its place asks for; a lost end is made of fillers. */
function readRow(spans: readonly Span[], columns: SignColumns | undefined) {
  if (!columns) return undefined;
  const positions = spans.flatMap(({ kind, length }) => new Array<Position>(length).fill(KINDS[kind]));
  const exact = decodePattern(columns, positions);
  if (exact) return exact;
  const { text, confidence } = decodeLine(columns);
  return { text: text.padEnd(positions.length, '<').slice(0, positions.length), confidence };
}

const KINDS: Readonly<Record<Kind, Position>> = {
  A: (sign) => /^[A-Z<]$/.test(sign),
  0: (sign) => /^[0-9<]$/.test(sign),
  X: () => true,
};

function checksOf({ lines }: MrzLayout, texts: Readonly<Record<string, string>>): Record<string, boolean> {
  const checks = lines.flat().flatMap(({ name, checks: covered }) => {
    if (!covered) return [];
    const text = covered.map((field) => texts[field] ?? '').join('');
    return [[name.replace(/Check$/, ''), isMrzCheckRight(text, texts[name] ?? '')] as const];
  });
  return Object.fromEntries(checks);
}

function fieldsOf({ lines }: MrzLayout, texts: Readonly<Record<string, string>>): Record<string, string> {
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

function merit({ checks, confidence }: MrzReading): number {
  return Object.values(checks).filter(Boolean).length + confidence;
}
