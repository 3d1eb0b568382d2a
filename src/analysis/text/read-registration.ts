import { type Quad, quadSize } from './quad.ts';
import { rowsOf } from './reading-order.ts';
import { REGISTRATION_CODES, type RegistrationCode } from './registration-codes.ts';

export interface PlacedText {
  quad: Quad;
  text: string;
  confidence: number;
}

export type RegistrationFields = Record<string, { value: string; confidence: number }>;

/** How far to the right of its code a value may begin, in heights of the code's letters. */
const REACH = 12;

/**
 * The coded fields of a French registration certificate. A value stands in the line of its code ("D.1 RENAULT") or
 * begins to the right of it, in the same row. The surest reading of each code is kept.
 */
export function readRegistration(lines: readonly PlacedText[]): RegistrationFields {
  const fields: RegistrationFields = {};
  for (const row of rowsOf(lines)) {
    row.forEach((line, index) => {
      const coded = splitCode(line.text);
      if (!coded) return;
      const beside = row[index + 1];
      const isNear = beside && leftOf(beside) - rightOf(line) < REACH * quadSize(line.quad).height;
      const source = coded.rest === '' && beside && isNear && !splitCode(beside.text) ? beside : line;
      const text = source === line ? coded.rest : source.text;
      const value = accepted(coded.field, text);
      const confidence = Math.min(line.confidence, source.confidence);
      if (value === undefined || confidence <= (fields[coded.field.code]?.confidence ?? 0)) return;
      fields[coded.field.code] = { value, confidence };
    });
  }
  return fields;
}

interface CodedText {
  field: RegistrationCode;
  rest: string;
}

/** A code, in brackets or not, before a space; points are easily lost, so `D1` and `D,1` are `D.1` too. */
const CODE = /^[([]?\s*([A-Z](?:[.,·]\s?\d|\d){0,2}a?)\s*[)\]]?(?:[\s:.]+|$)(.*)$/;
/** The same where a space took the place of the point: `D 1`. */
const SPACED_CODE = /^[([]?\s*([A-Z](?:[.,·]?\s?\d){0,2}a?)\s*[)\]]?(?:[\s:.]+|$)(.*)$/;

/** The code at the start of a line and what follows: of several ways to part them the first that gives a value. */
function splitCode(text: string): CodedText | undefined {
  const trimmed = text.trim();
  const splits = [...splitBy(CODE, trimmed), ...splitBy(SPACED_CODE, trimmed), ...splitGlued(trimmed)];
  return splits.find(({ field, rest }) => rest === '' || accepted(field, rest) !== undefined) ?? splits[0];
}

function splitBy(pattern: RegExp, text: string): CodedText[] {
  const [, written = '', rest = ''] = pattern.exec(text) ?? [];
  const field = REGISTRATION_CODES.find(({ code }) => bare(code) === bare(written));
  return field ? [{ field, rest: rest.trim() }] : [];
}

/** Recognisers lose narrow spaces: `B12/03/2015`. */
function splitGlued(text: string): CodedText[] {
  const start = text.replace(/^[([]\s*/, '');
  return REGISTRATION_CODES.flatMap((field) => {
    if (!field.glued || !start.startsWith(field.code)) return [];
    const rest = start.slice(field.code.length).replace(/^\s*[)\]]\s*/, '');
    return field.glued.test(rest) && accepted(field, rest) !== undefined ? [{ field, rest }] : [];
  });
}

function accepted({ value, clean }: RegistrationCode, text: string): string | undefined {
  const cleaned = (clean ? clean(text) : text).trim();
  if (cleaned === '' || (value && !value.test(cleaned))) return undefined;
  return cleaned;
}

function bare(code: string): string {
  return code.replace(/[^A-Za-z0-9]/g, '');
}

function leftOf({ quad }: PlacedText): number {
  return Math.min(...quad.map(([x]) => x));
}

function rightOf({ quad }: PlacedText): number {
  return Math.max(...quad.map(([x]) => x));
}
