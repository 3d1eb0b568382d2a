// @module-tag long
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { assessQuality } from '../../src/analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../src/analysis/quality/quality-compliance.ts';
import type { Sight } from '../../src/domain/sights/sight.ts';
import { makeCarVideo } from '../fixtures/turning-car/video.ts';
import { y4mFrame, y4mHeader } from '../fixtures/turning-car/y4m.ts';
import { FPS, good, takenPhotos, useGuidePage, VIEW_FRAMES } from './guide-camera.ts';
import { temporaryFolder } from './temporary-folder.ts';

const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const openCamera = useGuidePage();

const seen = (page: Page) => page.evaluate(() => window.guidePage.seen);

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
      { angle: 90, hasCar: false, frames: VIEW_FRAMES },
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
  expect(await takenPhotos(page)).toEqual([]);

  await page.evaluate(() => window.guidePage.setAutomatic(true));
  await expect.poll(async () => (await takenPhotos(page)).length, { timeout: 120_000 }).toBe(1);
  const [photo] = await takenPhotos(page);
  expect(photo).toMatchObject({ sight: 'left', isAutomatic: true });
  expect(await isGood(photo?.bytes ?? [])).toBe(true);
  expect(await page.evaluate(() => window.guidePage.errors)).toEqual([]);

  // All sights are done: no more frames are read.
  const read = await page.evaluate(() => window.guidePage.readFrames());
  await page.waitForTimeout(1500);
  expect(await page.evaluate(() => window.guidePage.readFrames())).toBe(read);
});

test('a VIN is taken when two frames agree and its check digit holds', async () => {
  const picture = sharp('demo/sample/photos/check-out/VIN.webp').resize(1000, 640).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const frame = y4mFrame({ ...size, data: new Uint8Array(data) });
  const video = join(folder.path, 'vin.y4m');
  writeFileSync(video, Buffer.concat([y4mHeader(size, FPS), frame, frame]));
  const page = await openCamera(video);
  await page.evaluate((sights) => window.guidePage.start(sights), [{ kind: 'text', id: 'VIN' } as const]);
  await page.evaluate(() => window.guidePage.setAutomatic(true));
  await expect
    .poll(async () => (await takenPhotos(page)).map(({ text }) => text), { timeout: 240_000 })
    .toEqual(['1M8GDM9AXKP042788']);
});
