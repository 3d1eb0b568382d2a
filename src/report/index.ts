import { createIdSource } from '../platform/id-source.ts';
import { checkLogo } from './check-logo.ts';
import { DeviceReports } from './device-reports.ts';
import { createWorkerReportMaker } from './making/worker-report-maker.ts';
import type { RemoteReports } from './remote-reports.ts';
import { openReportStore } from './report-store.ts';
import type { InspectionSource, Reports } from './reports.ts';

export type { PdfRequestInput } from '../wire/pdf.ts';
export { REPORT_LANGUAGES, type ReportLanguage } from './locales/language.ts';
export type { RemoteReports } from './remote-reports.ts';
export type { InspectionSource, Report, Reports } from './reports.ts';

/** Options of {@link createReports}. */
export interface ReportsOptions {
  /** Folder URL of the built workers (`dist/workers/`), or a function that creates the report worker. */
  workers: string | (() => Worker);
  /**
   * Name of the IndexedDB database that stores the reports.
   *
   * @default 'kerbside-reports'
   */
  database?: string;
  /**
   * The `reports` of a remote client (`kerbside/remote`). With it, the service makes the reports if it can, and
   * {@link Reports.upload} sends those that the device made.
   *
   * @default none: the device makes all reports
   */
  remote?: RemoteReports;
  /**
   * IANA name of the time zone for the dates of a report.
   *
   * @default the time zone of the device
   */
  timeZone?: string;
  /**
   * The company's logo, at the top of the first page: a PNG or JPEG of at most 512 KiB and 2,000 pixels on each side.
   *
   * @default none
   */
  logo?: ArrayBuffer | Uint8Array;
}

/**
 * Creates PDF reports of inspections on this device, in a worker.
 *
 * @param api A `Kerbside`, or the part of it that reports read.
 * @throws `invalid_input` if the logo is not a PNG or JPEG, or too large.
 *
 * @example
 * const reports = createReports(kerbside, { workers: '/kerbside/workers/' });
 * await reports.requestOne(inspectionId, { language: 'fr', pricing: true });
 * const { pdf } = await reports.whenReady(inspectionId);
 */
export function createReports(
  api: InspectionSource,
  { workers, database = 'kerbside-reports', remote, timeZone, logo }: ReportsOptions,
): Reports {
  const ids = createIdSource({
    now: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return new DeviceReports({
    api,
    maker: createWorkerReportMaker(workers),
    store: openReportStore(database),
    ...(remote && { remote }),
    ...(logo && { logo: checkLogo(logo) }),
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: () => ids.next(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}
