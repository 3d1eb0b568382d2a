import { createIdSource } from '../../platform/id-source.ts';
import { createReportsWith, type ReportsDeps } from '../../report/create-reports.ts';
import { createMemoryReportStore } from '../../report/report-store.ts';
import type { Reports } from '../../report/reports.ts';
import { createNodeReportMaker } from './report-maker.ts';

export type { Report, Reports } from '../../report/reports.ts';
export { type RenderReportOptions, renderReport } from './render-report.ts';

/** Reports of inspections, made and kept in this process. */
export function createNodeReports(
  api: ReportsDeps['api'],
  { now = Date.now, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = {},
): Reports {
  const ids = createIdSource({
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return createReportsWith({
    api,
    maker: createNodeReportMaker(),
    store: createMemoryReportStore(),
    fetch: (input, init) => fetch(input, init),
    now,
    timeZone,
    newId: () => ids.next(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}
