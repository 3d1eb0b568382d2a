import { onTestFinished } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { createNodeReports } from '../../../src/node/report/reports.ts';
import type { InspectionSource } from '../../../src/report/reports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import type { PdfRequestInput } from '../../../src/wire/pdf.ts';
import { inspectRental, type RentalInspection } from '../../fixtures/rental.ts';

/** A car leaves on 1 March and returns on 3 March. */
export const OUT = Date.UTC(2026, 2, 1, 9, 30);
export const BACK = Date.UTC(2026, 2, 3, 17, 5);

/** Creates inspections, with these photos by default, and their reports. */
export async function openOffice(photos: readonly Uint8Array<ArrayBuffer>[]) {
  let now = OUT;
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'ann' }, store, platform: { now: () => now } });
  onTestFinished(() => kerbside.close());
  const inspectAt = (time: number, rental: RentalInspection) => {
    now = time;
    return inspectRental(kerbside, { photos, ...rental });
  };
  const report = async (id: string, request: PdfRequestInput = {}, api: InspectionSource = kerbside) => {
    const reports = createNodeReports(api, { now: () => BACK, timeZone: 'UTC' });
    await reports.requestOne(id, request);
    return (await reports.whenReady(id)).pdf.arrayBuffer();
  };
  return { kerbside, store, inspectAt, report };
}
