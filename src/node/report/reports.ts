/**
 * PDF reports in Node. Start at {@link createNodeReports}, or at {@link renderReport} in a service.
 *
 * @packageDocumentation
 */
import { createIdSource } from '../../platform/id-source.ts';
import { checkLogo } from '../../report/check-logo.ts';
import { DeviceReports } from '../../report/device-reports.ts';
import { createMemoryReportStore } from '../../report/report-store.ts';
import type { InspectionSource, Reports } from '../../report/reports.ts';
import { createNodeReportMaker } from './report-maker.ts';

export type { InspectionSource, Report, Reports } from '../../report/reports.ts';
export type { InspectionState } from '../../rules/state.ts';
export type { PdfRequest } from '../../wire/pdf.ts';
export { type RenderReportOptions, renderReport } from './render-report.ts';

/** Options of `createNodeReports`. */
export interface NodeReportsOptions {
  /**
   * Returns the current time in milliseconds since 1970.
   *
   * @default Date.now
   */
  now?: () => number;
  /**
   * IANA time zone of the times in the reports.
   *
   * @default the time zone of the machine
   */
  timeZone?: string;
  /**
   * The company's logo: a PNG or JPEG of at most 512 KiB and 2,000 pixels on each side.
   *
   * @default none
   */
  logo?: ArrayBuffer | Uint8Array;
}

/**
 * Creates the report API for Node. Reports are made in this process and kept in memory.
 *
 * @param api - The inspections to report on: the result of `openKerbside`.
 * @example
 * ```ts
 * import { createNodeReports } from 'kerbside-server/report';
 *
 * const reports = createNodeReports(kerbside);
 * await reports.requestOne(inspectionId, { pricing: true });
 * const { pdf } = await reports.whenReady(inspectionId);
 * ```
 */
export function createNodeReports(
  api: InspectionSource,
  {
    now = Date.now,
    timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
    logo,
  }: NodeReportsOptions = {},
): Reports {
  const ids = createIdSource({
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return new DeviceReports({
    api,
    maker: createNodeReportMaker(),
    ...(logo && { logo: checkLogo(logo) }),
    store: createMemoryReportStore(),
    fetch: (input, init) => fetch(input, init),
    now,
    timeZone,
    newId: () => ids.next(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}
