import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { id, type JsonObject, object, text } from '../domain/fields.ts';
import type { PdfInputData } from '../domain/inspection.ts';
import { requestFromWire, requestToWire } from './case.ts';
import { decoded } from './read-response.ts';

export function toWirePdfData(input: PdfInputData): JsonObject {
  return requestToWire(input);
}

export function fromWirePdfData(body: unknown): unknown {
  return requestFromWire(body);
}

/** What a report is asked for with. */
export const pdfRequest = object({
  pricing: v.optional(v.boolean(), false),
  customer: v.optional(text()),
  clientName: v.optional(text()),
  language: v.optional(v.picklist(['en', 'fr']), 'en'),
  vin: v.optional(text()),
});
export type PdfRequest = Checked<typeof pdfRequest>;
export type PdfRequestInput = v.InferInput<typeof pdfRequest>;

export function toWirePdfRequest(input: PdfRequest): JsonObject {
  return requestToWire(input);
}

export function fromWirePdfRequest(body: unknown): unknown {
  return requestFromWire(body);
}

/** A PDF of the client's own: multipart, `json` with this body and `pdf_data` with the file. */
export const PDF_PART = 'pdf_data';
export const pdfUpload = { pdf_post_strategy: 'upload' } as const;

/** A report that is ready, and where it is. */
export interface PdfReport {
  id: string;
  pdfUrl: string;
}

export function toWirePdf({ id: reportId, pdfUrl }: PdfReport): JsonObject {
  return { id: reportId, pdf_url: pdfUrl };
}

export function fromWirePdf(json: unknown): PdfReport {
  return decoded(v.object({ id, pdfUrl: v.string() }), json, 'report');
}

/** The service's words when nobody asked for the report: waiting for it would be in vain. */
export const PDF_NOT_REQUESTED = 'PDF has not been required to be generated';
