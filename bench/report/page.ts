import { type Kerbside, openKerbside } from 'kerbside';
import { repairEstimates } from '../../src/estimate/index.ts';
import { createReports, type Reports } from '../../src/report/index.ts';
import { reportInspection } from '../../test/fixtures/report-inspection.ts';

export interface ReportedPhotos {
  urls: string[];
  width: number;
  height: number;
  damages: number;
}

export interface MadeReport {
  ms: number;
  bytes: number;
}

export interface ReportBench {
  /** Records an inspection with these photos. */
  record(photos: ReportedPhotos): Promise<void>;
  /** Requests a report and waits for the PDF, with a new worker or the existing one. */
  make(worker: 'new' | 'same'): Promise<MadeReport>;
}

declare global {
  interface Window {
    reportBench: ReportBench;
  }
}

let kerbside: Kerbside;
let reports: Reports | undefined;
let inspectionId = '';

window.reportBench = {
  async record({ urls, width, height, damages }) {
    kerbside = await openKerbside({ user: { id: 'bench' }, estimator: repairEstimates() });
    const photos = await Promise.all(urls.map(async (url) => (await fetch(url)).blob()));
    inspectionId = await reportInspection(kerbside, { photos, width, height, damages });
  },

  async make(worker) {
    if (worker === 'new') reports?.close();
    if (worker === 'new' || !reports) reports = createReports(kerbside, { workers: '/dist/workers/' });
    const start = performance.now();
    await reports.requestOne(inspectionId, { pricing: true });
    const { pdf } = await reports.whenReady(inspectionId);
    return { ms: performance.now() - start, bytes: pdf.size };
  },
};
