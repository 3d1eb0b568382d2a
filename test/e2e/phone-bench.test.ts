// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Result } from '../../bench/phone/result.ts';
import { type PhoneBench, servePhoneBench } from '../../bench/phone/server/serve.ts';
import { findAccessibilityProblems } from './accessibility-problems.ts';
import { lightenModels } from './light-models.ts';
import { launch } from './pages/field-browser.ts';
import { temporaryFolder } from './temporary-folder.ts';

const announced: string[] = [];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let results: string;
let bench: PhoneBench;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  results = join(folder.path, 'results');
  bench = await servePhoneBench({
    port: 0,
    results,
    outDir: join(folder.path, 'page'),
    onKept: (_result, file) => announced.push(file),
  });
  await lightenModels(join(folder.path, 'page/models')); // the test does not depend on the speed of the models
  // Without this flag a memory measurement waits for the next garbage collection, for up to 20 s.
  browser = await launch('--enable-blink-features=ForceEagerMeasureMemory');
});

afterAll(async () => {
  await browser?.close();
  await bench?.close();
  await folder?.remove();
});

test('a phone measures, and its result is stored on the computer', async () => {
  const page = await openPage();
  await measure(page);
  expect(await page.locator('#sustained').textContent()).toMatch(
    /first tenth took .* the last .* times as long/,
  );

  expect(announced).toHaveLength(1);
  const kept = JSON.parse(await readFile(join(results, announced[0] ?? ''), 'utf8')) as Result;
  expect(kept.page).toMatchObject({ secure: true, isolated: true, simd: true, threads: true });
  expect(kept.measurements).toMatchObject([
    { task: 'damage_detection', engine: 'wasm', backend: 'wasm', chosen: true, runs: 3 },
  ]);
  expect(kept.sustained?.points.length).toBeGreaterThan(0);
  for (const { before, total, warmUpMs, models } of kept.measurements) {
    expect(models.map(({ name, passed }) => [name, passed])).toContainEqual(['damage', true]);
    const figures = models.flatMap(({ loadMs, sessionMs, run }) => [loadMs, sessionMs, run.p50]);
    expect(Math.min(before.p50, total.p50, warmUpMs, ...figures)).toBeGreaterThan(0);
  }

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a stopped run stores nothing', async () => {
  const page = await openPage();
  const listFiles = () => readdir(results).catch(() => []);
  const before = await listFiles();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped: nothing was stored.').waitFor();
  expect(await listFiles()).toEqual(before);
});

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(bench.url);
  return page;
}

/** Measures only damage on WASM. Other tasks and engines use the same code. */
async function measure(page: Page): Promise<void> {
  const tasks = page.getByRole('group', { name: 'Tasks' }).getByRole('checkbox');
  await tasks.first().waitFor();
  for (const task of await tasks.all()) await task.uncheck();
  await page.getByLabel('Damage').check();
  await page.getByLabel('Runs of each').fill('3');
  await page.getByLabel('Sustained run, seconds').fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Stored on the computer as').waitFor({ timeout: 100_000 });
}
