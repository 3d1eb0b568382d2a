import type { JsonObject } from '../fields.ts';
import type { CreatedBy } from './created-by.ts';

/** Text that the task `images_ocr` read from an image: registration papers, a passport, a plate. */
export interface Document {
  /** The document's id. */
  id: string;
  /** The expected content of the image: one of `OCR_IMAGE_TYPES`, or a type of the remote service. */
  type: string;
  /** The image that it was read from. Empty if the remote service does not name it. */
  imageId: string;
  /**
   * The text that was read. On the device: `lines` (the text lines) and `fields` (their meaning, for example `vin`, `plate` or
   * `mileage`). The remote service may return other fields.
   */
  content: JsonObject;
  /** The model that read it. */
  createdBy: CreatedBy;
}

/** A document's content, ready to show. */
export interface Reading {
  /** Empty if nothing could be read. */
  lines: string[];
  /** Only for a VIN: `right`, `wrong` or `not_used`. */
  checkDigit?: string;
  /** 0 to 1. */
  confidence?: number;
}

/**
 * Returns the text of a document for display.
 *
 * The device stores the meaning of the text lines in `content.fields`. The remote service may store only its own fields:
 * they are listed by name.
 *
 * @param formatNumber - Formats the mileage.
 * @default String
 */
export function readDocument(
  { content }: Pick<Document, 'content'>,
  formatNumber: (value: number) => string = String,
): Reading {
  const fields = isObject(content.fields) ? content.fields : content;
  const { checkDigit, confidence } = fields;
  return {
    lines: toLines(fields, formatNumber),
    ...(typeof checkDigit === 'string' && { checkDigit }),
    ...(typeof confidence === 'number' && { confidence }),
  };
}

function toLines(fields: JsonObject, formatNumber: (value: number) => string): string[] {
  const { vin, plate, mileage, mrz, text } = fields;
  if (isObject(mileage) && typeof mileage.value === 'number')
    return [`${formatNumber(mileage.value)} ${String(mileage.unit ?? '')}`.trim()];
  if (isObject(mrz) && Array.isArray(mrz.lines)) return mrz.lines.map(String);
  const reading = [vin, plate, text].find((value) => typeof value === 'string' && value !== '');
  if (reading !== undefined) return String(reading).split('\n');
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = isObject(field) ? field.value : field;
    return typeof value === 'string' || typeof value === 'number' ? [`${name}: ${value}`] : [];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
