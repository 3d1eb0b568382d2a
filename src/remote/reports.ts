import * as v from 'valibot';
import type { CallOptions, WhenDoneOptions } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { notNegative, object } from '../domain/fields.ts';
import { type PdfReport, type PdfRequestInput, pdfRequest } from '../wire/pdf.ts';
import { poll, type Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toSendOptions } from './send.ts';

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
const whenReadyOptions = object({ timeoutMs: v.optional(notNegative) });

export function createReportsApi({ calls, sleep }: { calls: RemoteCalls; sleep: Sleep }): ReportApi {
  return {
    async request(inspectionId, input = {}, options) {
      const id = checkId(inspectionId, 'inspectionId');
      return calls.requestPdf(id, check(pdfRequest, input, 'report'), toSendOptions(options));
    },

    async getOne(inspectionId, options) {
      return calls.getPdf(checkId(inspectionId, 'inspectionId'), toSendOptions(options));
    },

    async whenReady(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const {
        signal,
        options: { timeoutMs },
      } = checkOptions(options, whenReadyOptions);
      const read = (pollSignal: AbortSignal) => calls.getPdf(id, { signal: pollSignal });
      return poll(read, {
        sleep,
        firstMs: POLL_MS,
        maxMs: POLL_MS,
        signal,
        what: 'The report',
        timeoutMs,
      });
    },

    async upload(inspectionId, pdf, options) {
      const id = checkId(inspectionId, 'inspectionId');
      if (!(pdf instanceof Blob)) throw invalidField('pdf', 'a Blob', typeof pdf);
      return calls.uploadPdf(id, pdf, toSendOptions(options));
    },
  };
}
