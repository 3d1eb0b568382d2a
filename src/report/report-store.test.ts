import 'fake-indexeddb/auto';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { throwOnOpen } from '../../test/fixtures/databases/indexeddb-faults.ts';
import { openReportStore, type ReportRecord } from './report-store.ts';

afterEach(() => vi.restoreAllMocks());

const record: ReportRecord = {
  id: 'report-1',
  inspectionId: 'a',
  request: { pricing: false, language: 'en' },
  createdAt: '2026-03-01T09:30:00.000Z',
  timeZone: 'UTC',
  madeBy: 'device',
};
const full = () => {
  throw new DOMException('Quota has been exceeded.', 'QuotaExceededError');
};

test('rejects with storage_full without space, and keeps the previous report', async () => {
  const store = openReportStore(crypto.randomUUID());
  await store.put(record);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
  await expect(store.put({ ...record, id: 'report-2' })).rejects.toMatchObject({
    code: 'storage_full',
    retryable: true,
  });
  expect(await store.get('a')).toEqual(record);
  store.close();
});

test('opens the database again after a failure', async () => {
  const store = openReportStore(crypto.randomUUID());
  const fault = throwOnOpen(1, 'Quota has been exceeded.', 'QuotaExceededError');
  onTestFinished(() => fault.end());
  await expect(store.get('a')).rejects.toMatchObject({ code: 'storage_full' });
  await store.put(record);
  expect(await store.get('a')).toEqual(record);
  store.close();
});

test('rejects with closed after close', async () => {
  const store = openReportStore(crypto.randomUUID());
  await store.put(record);
  store.close();
  await expect(store.get('a')).rejects.toMatchObject({ code: 'closed' });
});
