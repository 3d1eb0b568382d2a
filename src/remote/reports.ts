import * as v from 'valibot';
import type { CallOptions, WhenDoneOptions } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { notNegative, object } from '../domain/fields.ts';
import { type PdfReport, type PdfRequestInput, pdfRequest } from '../wire/pdf.ts';
import type { RemoteCalls } from './calls.ts';
import { poll, type Sleep } from './poll.ts';
import { sendOptions } from './send-options.ts';

/** The PDF report of an inspection, made by the service or handed over to it. */
export interface ReportApi {
  /** Asks for it; the answer is the report's id. */
  request(inspectionId: string, input?: PdfRequestInput, options?: CallOptions): Promise<{ id: string }>;
  /** Where it can be downloaded; `report_not_ready` while it is made, or when nobody asked. */
  getOne(inspectionId: string, options?: CallOptions): Promise<PdfReport>;
  /** Looks every 2 s until it is there. */
  whenReady(inspectionId: string, options?: WhenDoneOptions): Promise<PdfReport>;
  /** Hands over a PDF of the app's own, such as one made offline. */
  upload(inspectionId: string, pdf: Blob, options?: CallOptions): Promise<{ id: string }>;
}

const POLL_MS = 2_000;
const waitOptions = object({ timeoutMs: v.optional(notNegative) });

export function remoteReports({ calls, sleep }: { calls: RemoteCalls; sleep: Sleep }): ReportApi {
  return {
    async request(inspectionId, input = {}, options) {
      const id = checkId(inspectionId, 'inspectionId');
      return calls.requestPdf(id, check(pdfRequest, input, 'report'), sendOptions(options));
    },

    async getOne(inspectionId, options) {
      return calls.getPdf(checkId(inspectionId, 'inspectionId'), sendOptions(options));
    },

    async whenReady(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal, options: asked } = checkOptions(options, waitOptions);
      const look = (until: AbortSignal) => calls.getPdf(id, { signal: until });
      return poll(look, {
        sleep,
        firstMs: POLL_MS,
        longestMs: POLL_MS,
        signal,
        what: 'The report',
        ...asked,
      });
    },

    async upload(inspectionId, pdf, options) {
      const id = checkId(inspectionId, 'inspectionId');
      if (!(pdf instanceof Blob)) throw invalidField('pdf', 'a Blob', typeof pdf);
      return calls.uploadPdf(id, pdf, sendOptions(options));
    },
  };
}
