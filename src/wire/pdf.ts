import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { id, type JsonObject, object, text } from '../domain/fields.ts';
import { decodeResponse } from './decode-response.ts';

/** Schema of a report request. */
export const pdfRequest = object({
  pricing: v.optional(v.boolean(), false),
  customer: v.optional(text()),
  clientName: v.optional(text()),
  language: v.optional(v.picklist(['en', 'fr']), 'en'),
  vin: v.optional(text()),
}) satisfies v.GenericSchema<PdfRequestInput>;

/** A report request with its defaults applied. */
export type PdfRequest = Checked<typeof pdfRequest>;

/** Options of a report that the service creates. */
export interface PdfRequestInput {
  /**
   * Whether the report contains prices.
   *
   * @default false
   */
  pricing?: boolean | undefined;
  /** Name of the customer, printed on the report. */
  customer?: string | undefined;
  /** Name of the client, printed on the report. */
  clientName?: string | undefined;
  /**
   * Language of the report.
   *
   * @default 'en'
   */
  language?: 'en' | 'fr' | undefined;
  /** VIN, printed on the report. */
  vin?: string | undefined;
}

/** A report that is ready. */
export interface PdfReport {
  /** Id of the report. */
  id: string;
  /** Where the PDF can be downloaded. */
  pdfUrl: string;
}

export function toWirePdf({ id: reportId, pdfUrl }: PdfReport): JsonObject {
  return { id: reportId, pdf_url: pdfUrl };
}

export const wirePdf = v.object({ id, pdfUrl: v.string() });

export function fromWirePdf(json: unknown): PdfReport {
  return decodeResponse(wirePdf, json, 'report');
}
