import type { Document } from './document.ts';
import type { JsonObject } from './fields.ts';

/** What a document says, for people. */
export interface Reading {
  /** None where nothing could be read. */
  lines: string[];
  /** Of a VIN: `right`, `wrong`, `not_used`. */
  checkDigit?: string;
  confidence?: number;
}

/**
 * This device keeps what the lines of a photo mean (`fields`) beside the lines; a service may keep nothing but fields of
 * its own, which are then named one by one.
 */
export function whatWasRead(
  { content }: Pick<Document, 'content'>,
  inDigits: (value: number) => string = String,
): Reading {
  const fields = isObject(content.fields) ? content.fields : content;
  const { checkDigit, confidence } = fields;
  return {
    lines: linesOf(fields, inDigits),
    ...(typeof checkDigit === 'string' && { checkDigit }),
    ...(typeof confidence === 'number' && { confidence }),
  };
}

function linesOf(fields: JsonObject, inDigits: (value: number) => string): string[] {
  const { vin, plate, mileage, mrz, text } = fields;
  if (isObject(mileage) && typeof mileage.value === 'number')
    return [`${inDigits(mileage.value)} ${String(mileage.unit ?? '')}`.trim()];
  if (isObject(mrz) && Array.isArray(mrz.lines)) return mrz.lines.map(String);
  const read = [vin, plate, text].find((one) => typeof one === 'string' && one !== '');
  if (read !== undefined) return String(read).split('\n');
  return Object.entries(fields).flatMap(([name, value]) => {
    const said = isObject(value) ? value.value : value;
    return typeof said === 'string' || typeof said === 'number' ? [`${name}: ${said}`] : [];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
