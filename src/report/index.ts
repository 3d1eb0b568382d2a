import { createIdSource } from '../rules/ids.ts';
import { workerMaker } from './making/worker-maker.ts';
import { keptReports } from './report-store.ts';
import { createReportsWith, type ReportedApi, type Reports } from './reports.ts';
import type { RemoteReports } from './service-reports.ts';

export type { PdfRequestInput } from '../wire/pdf.ts';
export { REPORT_LANGUAGES, type ReportLanguage } from './locales/messages.ts';
export type { Report, ReportedApi, Reports } from './reports.ts';
export type { RemoteReports } from './service-reports.ts';

export interface ReportsOptions {
  /** Folder URL of the built workers, or a function that makes the report's worker. */
  workers: string | (() => Worker);
  /** Name of the IndexedDB database that keeps the reports. */
  database?: string;
  /** The remote client's `reports`: used when online, and to hand over one that was made here. */
  remote?: RemoteReports;
  /** IANA name of the time zone in which times are written; this device's if left out. */
  timeZone?: string;
}

/** Reports of inspections, made on this device: pass Kerbside itself, or as much of it as reports need. */
export function createReports(
  api: ReportedApi,
  { workers, database = 'kerbside-reports', remote, timeZone }: ReportsOptions,
): Reports {
  const ids = createIdSource({
    now: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return createReportsWith({
    api,
    maker: workerMaker(workers),
    store: keptReports(database),
    ...(remote && { remote }),
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: () => ids.next(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}
