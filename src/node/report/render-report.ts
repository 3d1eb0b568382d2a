import { checkLogo } from '../../report/check-logo.ts';
import { makeReport } from '../../report/making/make-report.ts';
import type { InspectionState } from '../../rules/state.ts';
import { hideDeleted, toEntities } from '../../rules/to-entities.ts';
import type { PdfRequest } from '../../wire/pdf.ts';
import { createNodeReportMaker } from './report-maker.ts';

/** Options of `renderReport`. */
export interface RenderReportOptions {
  /**
   * When the report was requested, in ISO 8601.
   *
   * @default now
   */
  createdAt?: string;
  /**
   * IANA time zone of the times in the report.
   *
   * @default 'UTC'
   */
  timeZone?: string;
  /**
   * The related inspection (`relatedInspectionId`), to compare with. Pass it only if the readers of the report may see it
   * and its photos: `getPhoto` is called for photos that show what is new.
   *
   * @default no comparison
   */
  earlier?: InspectionState;
  /**
   * The company's logo: a PNG or JPEG of at most 512 KiB and 2,000 pixels on each side.
   *
   * @default none
   */
  logo?: ArrayBuffer | Uint8Array;
}

/**
 * Renders the PDF report of a stored inspection, for services that store the inspections of many users.
 *
 * @param state - The inspection as a store returns it.
 * @param getPhoto - Returns the photo of an image, as it was added.
 * @param request - What the report contains, and its language.
 * @returns The bytes of the PDF.
 */
export async function renderReport(
  state: InspectionState,
  getPhoto: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
  { createdAt = new Date().toISOString(), timeZone = 'UTC', earlier, logo }: RenderReportOptions = {},
): Promise<ArrayBuffer> {
  const record = {
    inspectionId: state.inspection.id,
    request,
    createdAt,
    timeZone,
    logo: logo && checkLogo(logo),
  };
  const getEntities = async () => toEntities(hideDeleted(state, false));
  const getRelated = async () =>
    earlier && !earlier.inspection.deletedAt ? toEntities(hideDeleted(earlier, false)) : undefined;
  return makeReport(record, { getEntities, getRelated, getPhoto }, createNodeReportMaker());
}
