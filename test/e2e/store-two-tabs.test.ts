import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTabs, type Tabs } from './store-tabs.ts';

let tabs: Tabs;
beforeAll(async () => {
  tabs = await startTabs();
});
afterEach(() => tabs.reset());
afterAll(() => tabs.close());

const create = (page: Page) => page.evaluate(() => window.storeLab.createInspection());
const read = (page: Page, inspectionId: string) =>
  page.evaluate((id) => window.storeLab.read(id), inspectionId);
const changeAtOnce = (page: Page, inspectionId: string, count: number) =>
  page.evaluate(([id, times]) => window.storeLab.changeAtOnce(id, times), [inspectionId, count] as const);

test('two tabs that change one inspection concurrently lose no change', async () => {
  const [a, b] = [await tabs.open(), await tabs.open()];
  const inspectionId = await create(a);
  const made = await Promise.all([changeAtOnce(a, inspectionId, 50), changeAtOnce(b, inspectionId, 50)]);
  const damages = made.flatMap((one) => one.damages).toSorted();
  const images = made.flatMap((one) => one.images).toSorted();
  expect([damages.length, images.length]).toEqual([50, 50]);

  const found = await read(a, inspectionId);
  expect(found.version).toBe(101);
  // Lists are in order of creation, which is the order of the ids of both tabs.
  expect(found.damages).toEqual(damages);
  expect(found.images).toEqual(images);
  expect(found.counts).toEqual({ inspections: 1, photos: 50, operations: 101 });

  const { operations } = found;
  const sent = (kind: string) => operations.flatMap((one) => (one.kind === kind ? one.recordId : []));
  expect(operations[0]?.kind).toBe('inspection.create');
  expect(sent('damage.create')).toEqual(damages);
  expect(sent('image.add')).toEqual(images);
  const sequences = operations.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));

  expect(await read(b, inspectionId)).toEqual(found);
  expect(await b.evaluate((id) => window.storeLab.listIntactPhotos(id), inspectionId)).toEqual(images);
});

test('reopens a connection that the browser closed', async () => {
  const [a, b] = [await tabs.open(), await tabs.open()];
  await create(a);
  await create(b);
  await tabs.clearSiteData();
  const inspectionId = await create(a);
  await changeAtOnce(b, inspectionId, 2);
  const { version, counts } = await read(a, inspectionId);
  expect({ version, counts }).toEqual({ version: 3, counts: { inspections: 1, photos: 1, operations: 3 } });
});

// Proves fault F18.
test('F18: an evicted database emits one storage.lost in each open tab', async () => {
  const pages = [await tabs.open(), await tabs.open()] as const;
  await create(pages[0]);
  await tabs.evict();
  for (const page of pages) await create(page);
  for (const page of pages) await expect.poll(() => page.evaluate(() => window.storeLab.losses())).toBe(1);
});
