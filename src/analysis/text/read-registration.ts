import { type Quad, quadSize } from './quad.ts';
import { groupIntoRows } from './reading-order.ts';
import { REGISTRATION_CODES, type RegistrationCode } from './registration-codes.ts';

interface PlacedText {
  quad: Quad;
  text: string;
  confidence: number;
}

type RegistrationFields = Record<string, { value: string; confidence: number }>;

/** The largest distance between a code and the value to its right, in letter heights of the code. */
const MAX_DISTANCE = 12;

/**
 * Reads the coded fields of a French registration certificate. A value is in the line of its code ("D.1 RENAULT") or in
 * the next line of the same row. Of several readings of a code, keeps the most confident.
 */
export function readRegistration(lines: readonly PlacedText[]): RegistrationFields {
  const fields: RegistrationFields = {};
  for (const row of groupIntoRows(lines)) {
    row.forEach((line, index) => {
      const coded = splitCode(line.text);
      if (!coded) return;
      const next = row[index + 1];
      const isNear = next && leftOf(next) - rightOf(line) < MAX_DISTANCE * quadSize(line.quad).height;
      const source = coded.rest === '' && next && isNear && !splitCode(next.text) ? next : line;
      const text = source === line ? coded.rest : source.text;
      const value = toValue(coded.field, text);
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

/** A code, with or without brackets, before a space. Points are often lost: `D1` and `D,1` also mean `D.1`. */
const CODE = /^[([]?\s*([A-Z](?:[.,·]\s?\d|\d){0,2}a?)\s*[)\]]?(?:[\s:.]+|$)(.*)$/;
/** The same, with a space instead of the point: `D 1`. */
const SPACED_CODE = /^[([]?\s*([A-Z](?:[.,·]?\s?\d){0,2}a?)\s*[)\]]?(?:[\s:.]+|$)(.*)$/;

/** Splits a line into its code and the rest. Of several ways, chooses the first with a valid value. */
function splitCode(text: string): CodedText | undefined {
  const trimmed = text.trim();
  const splits = [...splitBy(CODE, trimmed), ...splitBy(SPACED_CODE, trimmed), ...splitGlued(trimmed)];
  return splits.find(({ field, rest }) => rest === '' || toValue(field, rest) !== undefined) ?? splits[0];
}

function splitBy(pattern: RegExp, text: string): CodedText[] {
  const [, matched = '', rest = ''] = pattern.exec(text) ?? [];
  const field = REGISTRATION_CODES.find(({ code }) => toBareCode(code) === toBareCode(matched));
  return field ? [{ field, rest: rest.trim() }] : [];
}

/** Recognizers lose narrow spaces: `B12/03/2015`. */
function splitGlued(text: string): CodedText[] {
  const start = text.replace(/^[([]\s*/, '');
  return REGISTRATION_CODES.flatMap((field) => {
    if (!field.glued || !start.startsWith(field.code)) return [];
    const rest = start.slice(field.code.length).replace(/^\s*[)\]]\s*/, '');
    return field.glued.test(rest) && toValue(field, rest) !== undefined ? [{ field, rest }] : [];
  });
}

/** Returns the cleaned value, or undefined if it is not valid for the field. */
function toValue({ value, clean }: RegistrationCode, text: string): string | undefined {
  const cleaned = (clean ? clean(text) : text).trim();
  if (cleaned === '' || (value && !value.test(cleaned))) return undefined;
  return cleaned;
}

function toBareCode(code: string): string {
  return code.replace(/[^A-Za-z0-9]/g, '');
}

function leftOf({ quad }: PlacedText): number {
  return Math.min(...quad.map(([x]) => x));
}

function rightOf({ quad }: PlacedText): number {
  return Math.max(...quad.map(([x]) => x));
}
