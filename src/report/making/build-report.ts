import { listPhotoPairs, type PhotoPair } from '../../analysis/compare/photo-pairs.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { buildReportModel } from '../content/build-report-model.ts';
import type { ReportSubject } from '../content/report-context.ts';
import { listPhotos } from '../content/report-model.ts';
import { buildPdf, type ReportPhotos } from '../layout/build-pdf.ts';
import type { PaintText } from '../text/picture.ts';

/**
 * Builds the PDF of an inspection. In browsers this runs in a worker.
 *
 * @throws `report_failed`
 */
export function buildReport(
  subject: ReportSubject,
  photos: ReportPhotos,
  paint: PaintText,
): Promise<Uint8Array> {
  return withReportError(() => buildPdf(buildReportModel(subject), photos, paint));
}

/**
 * Returns the photos to align before the comparison: those of the inspection with those of the earlier one.
 *
 * @throws `report_failed`
 */
export function listReportPhotoPairs({ entities, earlier }: ReportSubject): Promise<PhotoPair[]> {
  return withReportError(async () => (earlier ? listPhotoPairs(earlier, entities) : []));
}

/**
 * Returns the image ids of the photos in a report: those of the inspection, and of the earlier one it is compared with.
 *
 * @throws `report_failed`
 */
export function listReportPhotos(subject: ReportSubject): Promise<string[]> {
  return withReportError(async () => listPhotos(buildReportModel(subject)));
}

async function withReportError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isKerbsideError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KerbsideError('report_failed', reason, { cause: error });
  }
}
