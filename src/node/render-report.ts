import { makeReport } from '../report/make-report.ts';
import { entitiesOf, visible } from '../service/read.ts';
import type { InspectionState } from '../service/state.ts';
import type { PdfRequest } from '../wire/pdf.ts';
import { nodeReportMaker } from './report-maker.ts';

/** The PDF of an inspection as a store holds it: for services, which hold inspections of many users. */
export async function renderReport(
  state: InspectionState,
  photo: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
  { createdAt = new Date().toISOString(), timeZone = 'UTC' } = {},
): Promise<ArrayBuffer> {
  const record = { inspectionId: state.inspection.id, request, createdAt, timeZone };
  const entities = async () => entitiesOf(visible(state, false));
  return makeReport(record, { entities, photo }, nodeReportMaker());
}
