import type { JsonObject } from '../domain/fields.ts';
import { pdfInputData } from '../domain/inspection.ts';
import { isObject, snakeCase } from './case.ts';

const [, { entries: PDF_FIELDS }] = pdfInputData.pipe;
const PDF_NAMES = Object.keys(PDF_FIELDS);
const TO_WIRE = new Map(PDF_NAMES.map((name) => [name, snakeCase(name)]));
const FROM_WIRE = new Map(PDF_NAMES.map((name) => [snakeCase(name), name]));

/**
 * Additional data is the caller's own and passes through untouched, but for what the service itself keeps in it: the
 * data of the PDF, under `pdf_data`, whose names are spelt as all of the wire is.
 */
export function additionalDataToWire(data: JsonObject): JsonObject {
  return withPdfNames(data, TO_WIRE);
}

export function additionalDataFromWire(data: JsonObject): JsonObject {
  return withPdfNames(data, FROM_WIRE);
}

function withPdfNames(data: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const { pdf_data } = data;
  if (!isObject(pdf_data)) return data;
  const entries = Object.entries(pdf_data).map(([name, value]) => [names.get(name) ?? name, value]);
  return { ...data, pdf_data: Object.fromEntries(entries) };
}
