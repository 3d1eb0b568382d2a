import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { assessQuality } from '../../src/analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../src/analysis/quality/quality-compliance.ts';
import type { Sight } from '../../src/domain/sight.ts';
import { ensureBuilt } from '../fixtures/built.ts';
import { makeCarVideo, type VideoFrameView } from '../fixtures/turning-car/video.ts';
import { y4mFrame, y4mHeader } from '../fixtures/turning-car/y4m.ts';
import { findAccessibilityProblems } from './accessibility-problems.ts';
import { launch } from './pages/field-browser.ts';
import { type Served, serveModules } from './serve.ts';

const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const FRONT: Sight = { kind: 'viewpoint', id: 'front' };
/** Of the video. One frame is shown for long: a busy machine reads few of them. */
const FPS = 1;
const SECONDS = 5;
/** A sharp picture of a side. */
const good = (angle: number): VideoFrameView => ({ angle, distance: 4.9, frames: SECONDS });
const FOLDER = mkdtempSync(join(tmpdir(), 'guide-'));

let served: Served;
beforeAll(async () => {
  ensureBuilt();
  served = await serveModules();
});
afterAll(async () => {
  await served.close();
  rmSync(FOLDER, { recursive: true });
});

/** Opens a page whose camera shows a video, again and again. */
async function openCamera(video: string): Promise<Page> {
  const browser = await launch(
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  );
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${served.url}/page?module=/test/e2e/pages/guide-page.ts`);
  await page.waitForFunction(() => 'guidePage' in window);
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'en'));
  return page;
}

const seen = (page: Page) => page.evaluate(() => window.guidePage.seen);
const photos = (page: Page) => page.evaluate(() => window.guidePage.photos);

async function isGood(bytes: number[]): Promise<boolean> {
  const { data, info } = await sharp(Buffer.from(bytes))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return qualityCompliance(assessQuality({ data, ...info }, info)).is_compliant === true;
}

test('instructs on each poor view, and takes the photo by itself on the good one', async () => {
  const video = await makeCarVideo(
    [
      { angle: 90, hasCar: false, frames: SECONDS },
      good(0),
      { ...good(90), light: 0.12 },
      { ...good(90), blur: 4 },
      { ...good(90), distance: 9 },
      good(90),
    ],
    'y4m',
    FPS,
  );
  const page = await openCamera(video);
  await page.evaluate((sights) => window.guidePage.start(sights), [LEFT]);
  const expected = ['find_vehicle', 'walk_right', 'find_light', 'let_focus', 'step_closer', 'holding'];
  await expect.poll(() => seen(page), { timeout: 240_000 }).toEqual(expect.arrayContaining(expected));
  // The automatic shutter is off.
  expect(await photos(page)).toEqual([]);

  await page.evaluate(() => window.guidePage.setAutomatic(true));
  await expect.poll(async () => (await photos(page)).length, { timeout: 120_000 }).toBe(1);
  const [photo] = await photos(page);
  expect(photo).toMatchObject({ sight: 'left', isAutomatic: true });
  expect(await isGood(photo?.bytes ?? [])).toBe(true);
  expect(await page.evaluate(() => window.guidePage.errors)).toEqual([]);

  // All sights are done: no more frames are read.
  const read = await page.evaluate(() => window.guidePage.readFrames());
  await page.waitForTimeout(1500);
  expect(await page.evaluate(() => window.guidePage.readFrames())).toBe(read);
});

test('in <kerbside-capture>, a photo by hand of any view, then one by itself of the next side', async () => {
  const page = await openCamera(await makeCarVideo([good(90)], 'y4m', FPS));
  await page.evaluate((sights) => window.guidePage.openCapture(sights, 'en'), [FRONT, LEFT]);
  const status = page.locator('kerbside-capture [role=status]').last();
  // The camera shows the left side, and the front is wanted.
  await expect.poll(() => status.textContent(), { timeout: 120_000 }).toContain('Walk to the left');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect
    .poll(async () => (await photos(page)).map(({ sight, isAutomatic }) => [sight, isAutomatic]), {
      timeout: 120_000,
    })
    .toEqual([
      ['front', false],
      ['left', true],
    ]);
});

test('a VIN is taken when two frames agree and its check digit holds', async () => {
  const picture = sharp('demo/sample/photos/check-out/VIN.webp').resize(1000, 640).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const frame = y4mFrame({ ...size, data: new Uint8Array(data) });
  const video = join(FOLDER, 'vin.y4m');
  writeFileSync(video, Buffer.concat([y4mHeader(size, FPS), frame, frame]));
  const page = await openCamera(video);
  await page.evaluate((sights) => window.guidePage.start(sights), [{ kind: 'text', id: 'VIN' } as const]);
  await page.evaluate(() => window.guidePage.setAutomatic(true));
  await expect
    .poll(async () => (await photos(page)).map(({ text }) => text), { timeout: 240_000 })
    .toEqual(['1M8GDM9AXKP042788']);
});
