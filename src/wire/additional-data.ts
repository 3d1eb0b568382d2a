import type { JsonObject } from '../domain/fields.ts';
import { pdfInputDataSchema } from '../domain/records/inspection.ts';
import { isObject, snakeCase } from './key-case.ts';

const [, { entries: PDF_FIELDS }] = pdfInputDataSchema.pipe;
const PDF_NAMES = Object.keys(PDF_FIELDS);
const TO_WIRE = new Map(PDF_NAMES.map((name) => [name, snakeCase(name)]));
const FROM_WIRE = new Map(PDF_NAMES.map((name) => [snakeCase(name), name]));

/**
 * Renames the keys of `pdf_data` to snake_case. All other additional data belongs to the app and is passed through
 * unchanged.
 */
export function additionalDataToWire(data: JsonObject): JsonObject {
  return renamePdfKeys(data, TO_WIRE);
}

/** Renames the keys of `pdf_data` to camelCase. */
export function additionalDataFromWire(data: JsonObject): JsonObject {
  return renamePdfKeys(data, FROM_WIRE);
}

function renamePdfKeys(data: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const { pdf_data } = data;
  if (!isObject(pdf_data)) return data;
  const entries = Object.entries(pdf_data).map(([name, value]) => [names.get(name) ?? name, value]);
  return { ...data, pdf_data: Object.fromEntries(entries) };
}
