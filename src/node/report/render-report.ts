import { makeReport } from '../../report/making/make-report.ts';
import type { InspectionState } from '../../rules/state.ts';
import { hideDeleted, toEntities } from '../../rules/to-entities.ts';
import type { PdfRequest } from '../../wire/pdf.ts';
import { createNodeReportMaker } from './report-maker.ts';

export interface RenderReportOptions {
  /** When the report was asked for; ISO 8601. Now, if left out. */
  createdAt?: string;
  /** IANA name of the time zone in which times are written; UTC if left out. */
  timeZone?: string;
  /**
   * The inspection that this one names as related, where whoever reads the report may know of it, and see its photos:
   * `photo` is asked for those that show what is new.
   */
  earlier?: InspectionState;
}

/** The PDF of an inspection as a store holds it: for services, which hold inspections of many users. */
export async function renderReport(
  state: InspectionState,
  photo: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
  { createdAt = new Date().toISOString(), timeZone = 'UTC', earlier }: RenderReportOptions = {},
): Promise<ArrayBuffer> {
  const record = { inspectionId: state.inspection.id, request, createdAt, timeZone };
  const entities = async () => toEntities(hideDeleted(state, false));
  const related = async () =>
    earlier && !earlier.inspection.deletedAt ? toEntities(hideDeleted(earlier, false)) : undefined;
  return makeReport(
    record,
    { getEntities: entities, getRelated: related, getPhoto: photo },
    createNodeReportMaker(),
  );
}
