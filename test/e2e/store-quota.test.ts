import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallFailure } from './store-lab.ts';
import { startTabs, type Tabs } from './store-tabs.ts';

/** F23: the device is full. New photos are rejected; stored records stay readable and can be exported and purged. */

const MB = 1024 * 1024;
let tabs: Tabs;
beforeAll(async () => {
  tabs = await startTabs();
  await tabs.limitTo(16 * MB);
});
afterEach(() => tabs.reset());
afterAll(() => tabs.close());

const create = (page: Page) => page.evaluate(() => window.storeLab.createInspection());
const fill = (page: Page, inspectionId: string, atMost: number) =>
  page.evaluate(([id, bytes, most]) => window.storeLab.fill(id, bytes, most), [
    inspectionId,
    MB,
    atMost,
  ] as const);
const read = (page: Page, inspectionId: string) =>
  page.evaluate((id) => window.storeLab.read(id), inspectionId);
const verified = (page: Page, inspectionId: string) =>
  page.evaluate((id) => window.storeLab.listIntactPhotos(id), inspectionId);

const failures: { by: string; estimates: boolean; failure: CallFailure }[] = [
  {
    by: 'the storage guard, which reads the browser’s estimate',
    estimates: true,
    failure: { code: 'storage_full', retryable: true, cause: undefined },
  },
  {
    by: 'IndexedDB, if the browser has no estimate',
    estimates: false,
    failure: { code: 'storage_full', retryable: true, cause: 'QuotaExceededError' },
  },
];

describe.each(failures)('rejected by $by', ({ estimates, failure }) => {
  // Proves fault F23.
  test('a photo that does not fit stores nothing and damages nothing', async () => {
    const page = await tabs.open({ estimates });
    const [first, second] = [await create(page), await create(page)];
    const early = await fill(page, first, 4);
    const late = await fill(page, second, 100);
    expect(late.failure).toEqual(failure);
    expect(late.added.length).toBeGreaterThan(3);

    const found = await read(page, second);
    expect(found.images).toEqual(late.added);
    expect(found.version).toBe(1 + late.added.length);
    expect(found.operations.map(({ recordId }) => recordId)).toEqual([undefined, ...late.added]);
    const photos = early.added.length + late.added.length;
    expect(found.counts).toEqual({ inspections: 2, photos, operations: 2 + photos });
    expect(await verified(page, first)).toEqual(early.added);
    expect(await verified(page, second)).toEqual(late.added);
  });

  test('an inspection can still be exported, and purging it frees space', async () => {
    const page = await tabs.open({ estimates });
    const [kept, purged] = [await create(page), await create(page)];
    const early = await fill(page, kept, 4);
    const { added } = await fill(page, purged, 100);
    const exported = await page.evaluate((id) => window.storeLab.exportedBytes(id), purged);
    expect(exported).toBeGreaterThan(added.length * MB);

    await page.evaluate((id) => window.storeLab.purge(id), purged);
    const again = await fill(page, kept, 3);
    expect(again.failure).toBeUndefined();
    expect(await verified(page, kept)).toEqual([...early.added, ...again.added]);
  });
});

// Proves fault F23.
test('emits one storage.warning at 80 % usage, before anything is rejected', async () => {
  const page = await tabs.open();
  const inspectionId = await create(page);
  const warnings = () => page.evaluate(() => window.storeLab.warnings());
  await fill(page, inspectionId, 11);
  expect(await warnings()).toEqual([]);
  expect((await fill(page, inspectionId, 2)).failure).toBeUndefined();
  expect((await fill(page, inspectionId, 100)).failure).toMatchObject({ code: 'storage_full' });
  const [warning, ...more] = await warnings();
  expect(more).toEqual([]);
  expect(warning?.quotaBytes).toBe(16 * MB);
  expect(warning?.usedBytes).toBeGreaterThan(0.8 * 16 * MB);
});

// Proves fault F23.
test('photos added concurrently cause the same warning and rejections as sequential ones', {
  tags: 'long',
}, async () => {
  const page = await tabs.open();
  const inspectionId = await create(page);
  const { added, failures: rejected } = await page.evaluate(
    ([id, bytes]) => window.storeLab.addAtOnce(id, bytes, 25),
    [inspectionId, MB] as const,
  );
  expect(added.length).toBeGreaterThan(10);
  expect(added.length).toBeLessThan(15);
  const guardFailure = { code: 'storage_full', retryable: true, cause: undefined };
  expect(rejected).toEqual(Array.from({ length: 25 - added.length }, () => guardFailure));
  expect(await page.evaluate(() => window.storeLab.warnings())).toHaveLength(1);
  expect(await verified(page, inspectionId)).toHaveLength(added.length);
});

test('a report that does not fit is rejected with storage_full', { tags: 'long' }, async () => {
  const page = await tabs.open();
  const keep = (bytes: number) => page.evaluate((size) => window.storeLab.tryStoreReport(size), bytes);
  expect(await keep(MB)).toBeUndefined();
  expect(await keep(40 * MB)).toEqual({
    code: 'storage_full',
    retryable: true,
    cause: 'QuotaExceededError',
  });
});

// Proves fault F23.
test('a completely full disk can be purged, including inspections that are being sent', async () => {
  const page = await tabs.open({ estimates: false });
  const [first, second, kept] = [await create(page), await create(page), await create(page)];
  await fill(page, first, 4);
  await fill(page, second, 4);
  for (const id of [second, kept]) await page.evaluate((one) => window.storeLab.markSending(one), id);
  await page.evaluate(() => window.storeLab.fillDisk());
  expect(await page.evaluate(() => window.storeLab.tryCreateInspection())).toMatchObject({
    code: 'storage_full',
  });
  const report = await page.evaluate(() => window.storeLab.tryStoreReport(100_000));
  expect(report).toMatchObject({ code: 'storage_full' });

  for (const id of [first, second]) {
    await page.evaluate((one) => window.storeLab.purge(one), id);
    expect(await read(page, id)).toMatchObject({ version: 0, operations: [] });
  }
  expect((await read(page, kept)).counts).toEqual({ inspections: 1, photos: 0, operations: 1 });
  await expect.poll(() => page.evaluate(() => window.storeLab.tryCreateInspection())).toBeUndefined();
});
