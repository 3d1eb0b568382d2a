import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { photosIn, type ReportSubject, reportModel } from '../content/report-model.ts';
import { buildPdf, type ReportPhotos } from './build-pdf.ts';

/** From an inspection to the bytes of its report: off the page's thread in browsers, with all the words that it takes. */
export function buildReport(subject: ReportSubject, photos: ReportPhotos): Promise<Uint8Array> {
  return orFailed(() => buildPdf(reportModel(subject), photos));
}

/** Which photos the report shows: the inspection's own, and those of the earlier one that it is compared with. */
export function photosOfReport(subject: ReportSubject): Promise<string[]> {
  return orFailed(async () => photosIn(reportModel(subject)));
}

async function orFailed<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (isKerbsideError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KerbsideError('report_failed', reason, { cause: error });
  }
}
