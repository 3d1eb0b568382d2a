import { isKerbsideError, KerbsideError } from '../errors.ts';
import { buildPdf, type ReportPhotos } from './build-pdf.ts';
import { type ReportSubject, reportModel } from './report-model.ts';

/** From an inspection to the bytes of its report: off the page's thread in browsers, with all the words that it takes. */
export async function buildReport(subject: ReportSubject, photos: ReportPhotos): Promise<Uint8Array> {
  try {
    return await buildPdf(reportModel(subject), photos);
  } catch (error) {
    if (isKerbsideError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KerbsideError('report_failed', reason, { cause: error });
  }
}
