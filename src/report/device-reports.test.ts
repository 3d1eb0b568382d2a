import { expect, test } from 'vitest';
import { DeviceReports, type ReportsDeps } from './device-reports.ts';
import { createMemoryReportStore } from './report-store.ts';

/** Requests a report from the service. Its download ends when the test calls `arrive`. */
async function startDownload() {
  const store = createMemoryReportStore();
  let arrive = (_: Response) => {};
  const body = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  let requests = 0;
  const reports = new DeviceReports({
    api: {
      inspections: { getOne: async () => ({ result: 'i', entities: { inspections: { i: { id: 'i' } } } }) },
    } as never as ReportsDeps['api'],
    maker: {} as ReportsDeps['maker'],
    store,
    remote: {
      request: async () => ({ id: `report-${++requests}` }),
      getOne: async () => ({ id: 'report', pdfUrl: 'https://service.example/report.pdf' }),
      upload: async () => {},
    },
    fetch: () => {
      start();
      return body;
    },
    now: () => 0,
    timeZone: 'UTC',
    newId: () => 'local',
    sleep: async () => {},
  });
  await reports.requestOne('i');
  const reading = reports.getOne('i').then(
    ({ id }) => id,
    ({ code }) => code,
  );
  await started;
  return { store, reports, reading, arrive: () => arrive(new Response('%PDF-1.7')) };
}

test('a download does not replace a report that was requested since', async () => {
  const { store, reports, reading, arrive } = await startDownload();
  await reports.requestOne('i', { clientName: 'Ada' });
  arrive();
  expect(await reading).toBe('report_not_ready');
  expect(await store.get('i')).toMatchObject({ id: 'report-2', request: { clientName: 'Ada' } });
});

test('a download does not bring back a report that was deleted since', async () => {
  const { store, reports, reading, arrive } = await startDownload();
  await reports.deleteOne('i');
  arrive();
  expect(await reading).toBe('report_not_ready');
  expect(await store.get('i')).toBeUndefined();
});
