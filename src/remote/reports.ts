import * as v from 'valibot';
import { call, callsOf, implement, waitSchema } from '../domain/api/call-arguments.ts';
import type { CallOptions, WhenDoneOptions } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import { id } from '../domain/fields.ts';
import { type PdfReport, type PdfRequestInput, pdfRequest } from '../wire/pdf.ts';
import { poll, type Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** PDF reports of inspections, created by the service or uploaded by the app. All calls may throw `aborted`. */
export interface ReportApi {
  /**
   * Requests a report, which the service then creates.
   *
   * @param input - What the report contains. Default: English, without prices.
   * @returns The id of the report.
   * @throws `not_found` if there is no such inspection, `invalid_input` for invalid options.
   */
  request(inspectionId: string, input?: PdfRequestInput, options?: CallOptions): Promise<{ id: string }>;
  /**
   * Returns where the report can be downloaded.
   *
   * @throws `report_not_ready` while the service creates it (`retryable`), or if it was never requested.
   */
  getOne(inspectionId: string, options?: CallOptions): Promise<PdfReport>;
  /**
   * Polls every 2 s until the report is ready.
   *
   * @throws `timeout` after `timeoutMs`, `report_not_ready` if the report was never requested.
   */
  whenReady(inspectionId: string, options?: WhenDoneOptions): Promise<PdfReport>;
  /**
   * Uploads the app's own PDF, for example one created offline.
   *
   * @returns The id of the report.
   * @throws `invalid_input` if `pdf` is not a Blob.
   */
  upload(inspectionId: string, pdf: Blob, options?: CallOptions): Promise<{ id: string }>;
}

const POLL_MS = 2_000;

const REPORT_CALLS = callsOf<ReportApi>()({
  request: call({ inspectionId: id, report: v.optional(pdfRequest, {}) }),
  getOne: call({ inspectionId: id }),
  whenReady: call({ inspectionId: id }, waitSchema),
  upload: call({ inspectionId: id, pdf: readBlob }),
});

function readBlob(value: unknown): Blob {
  if (value instanceof Blob) return value;
  throw invalidField('pdf', 'a Blob', typeof value);
}

export function createReportsApi(calls: RemoteCalls, sleep: Sleep): ReportApi {
  return implement(REPORT_CALLS, {
    request: ({ inspectionId, report, signal }) => calls.requestPdf(inspectionId, report, { signal }),
    getOne: ({ inspectionId, signal }) => calls.getPdf(inspectionId, { signal }),

    whenReady({ inspectionId, options: { timeoutMs }, signal }) {
      const read = (pollSignal: AbortSignal) => calls.getPdf(inspectionId, { signal: pollSignal });
      const times = { firstMs: POLL_MS, maxMs: POLL_MS, timeoutMs };
      return poll(read, { ...times, sleep, signal, what: 'The report' });
    },

    upload: ({ inspectionId, pdf, signal }) => calls.uploadPdf(inspectionId, pdf, { signal }),
  });
}
