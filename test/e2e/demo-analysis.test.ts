// @module-tag long
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { type Image, MemoryStore, openKerbside, type View } from 'kerbside';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PATCHED_SIZE } from '../fixtures/patched-car.ts';
import { vinPicture } from '../fixtures/text-pictures.ts';
import {
  analyse,
  captureSight,
  createInspection,
  faintlyPatchedPhoto,
  goToStep,
  importCopy,
  openDetails,
  patchedPhoto,
  photoFile,
  sight,
  tiles,
  useDemo,
  waitForAnalysis,
  waitForPhotos,
} from './demo-driver.ts';
import { findLayoutProblems } from './layout-problems.ts';

const demo = useDemo();

const box = { xmin: 400, ymin: 300, width: 200, height: 150 };
const outlines = (page: Page) => page.locator('.viewer .mark');

test('detections are drawn over the photos, and selecting an outline also selects its row', async () => {
  const { page } = await demo.open({ width: 1280 });
  await importCopy(page, await createInspectionZip());
  await goToStep(page, 'Capture');
  await waitForPhotos(page, 1);
  await page
    .getByLabel('Choose photos')
    .setInputFiles(await photoFile('rear.jpg', 5, { view: 'rear', damages: ['broken_light'] }));
  await waitForPhotos(page, 2);
  await analyse(page);
  await openDetails(page);
  await page.getByText(/2 photos, (no|\d+) damages? found/).waitFor();

  const views = await exportDamageViews(page);
  await goToStep(page, 'Results');
  await page
    .getByRole('button', { name: /^Open photo/ })
    .first()
    .click();
  const drawn: number[] = [];
  for (const position of ['1 of 2', '2 of 2']) {
    await page.getByRole('heading', { name: position }).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /^Photo / })
      .waitFor();
    drawn.push(await outlines(page).count());
    await page.keyboard.press('ArrowRight');
  }
  expect(drawn.reduce((sum, count) => sum + count)).toBe(views.length);
  expect(drawn[0]).toBeGreaterThan(1);

  // The box drawn by the user has the same position on the scaled photo.
  const byHand = views.find(({ createdBy }) => createdBy === 'user');
  const outline = page.locator(`[data-view="${byHand?.id}"]`);
  const photo = await page.locator('.viewer .frame').boundingBox();
  const ring = await outline.locator('.ring').boundingBox();
  const scale = (photo?.width ?? 0) / PATCHED_SIZE.width;
  expect((ring?.x ?? 0) - (photo?.x ?? 0)).toBeCloseTo(box.xmin * scale, -1);
  expect((ring?.y ?? 0) - (photo?.y ?? 0)).toBeCloseTo(box.ymin * scale, -1);

  const line = page.getByRole('dialog').getByRole('button', { name: 'Dent', exact: false }).filter({
    hasText: 'Added by you',
  });
  await line.click();
  expect(await outline.getAttribute('aria-pressed')).toBe('true');
  await outline.press('Enter');
  expect(await line.getAttribute('aria-pressed')).toBe('false');
  await outline.press(' ');
  expect(await line.getAttribute('aria-pressed')).toBe('true');

  await page.getByRole('dialog').getByRole('button', { name: 'Remove Dent, Door (front left)' }).click();
  await expect.poll(() => outlines(page).count()).toBe((drawn[0] ?? 0) - 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

// Proves spec 1.6.
test('a blurred photo has a warning on its tile and can be retaken', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  const sharpPhoto = await patchedPhoto('left.jpg'); // the models recognize its side
  const blurred = { ...sharpPhoto, buffer: await sharp(sharpPhoto.buffer).blur(8).jpeg().toBuffer() };
  await captureSight(page, 'left', blurred);
  await sight(page, 'left').getByText('The photo is blurry. Hold still').waitFor();
  await captureSight(page, 'left', sharpPhoto);
  await sight(page, 'left').getByText('Sharp and well lit').waitFor();

  await page.getByLabel('Choose photos').setInputFiles(blurred);
  await tiles(page).getByText('The photo is blurry. Hold still').waitFor();
  await page.getByLabel('Retake left.jpg').setInputFiles(sharpPhoto);
  await tiles(page).getByText('Sharp and well lit').waitFor();
  await waitForPhotos(page, 1);
  expect(await page.getByLabel('Retake left.jpg').count()).toBe(0);
  await page.getByText('1 of 8 taken').waitFor();
});

test('a damage found while photos are taken is on the ring, and its close-up is tied to part and photo', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await captureSight(page, 'left', await faintlyPatchedPhoto('left.png'));
  const ring = page.locator('.around kerbside-ring');
  await ring.getByText('1 of 8 sides, 1 damage found so far').waitFor();
  await ring.getByRole('button', { name: 'Left side: covered, 1 damage' }).waitFor();

  // The camera shows the same, also where there is none.
  await page.getByRole('button', { name: 'Take photo: Front', exact: true }).click();
  const camera = page.getByRole('dialog');
  await camera.getByText('1 damage', { exact: true }).waitFor();
  await camera.getByRole('img', { name: /Left side: covered, 1 damage/ }).waitFor();
  await camera.getByRole('button', { name: 'Close' }).click();

  const offers = page.getByRole('region', { name: 'Close-ups' });
  await offers.getByText('The model is not sure.').waitFor();
  expect(await findLayoutProblems(page, 'an offer of a close-up')).toEqual([]);
  await offers.getByLabel(/^Take a close-up: Scratch/).setInputFiles(await photoFile('door.jpg', 6));
  await offers.waitFor({ state: 'detached' });
  const { images } = await exportState(page);
  const [side, closeUp] = ['left', 'door.jpg'].map((wanted) =>
    images.find(({ name }: Image) => name === wanted),
  );
  expect(closeUp).toMatchObject({
    detailedViewpoint: { centersOn: expect.arrayContaining(['door_front_left']) },
    additionalData: { close_up_of: side.id },
  });
});

test('a failed task shows the reason and can be restarted', async () => {
  const { page, context } = await demo.open();
  await context.route('**/*.onnx', (route) => route.abort());
  await createInspection(page);
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 2));
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.getByRole('heading', { name: 'Analysis failed' }).waitFor();
  await page.getByText('The analysis could not be loaded').first().waitFor();
  expect(await page.getByText(/€|0 damages/).count()).toBe(0);
  await context.unroute('**/*.onnx');
  await page.getByRole('button', { name: 'Start again: Damage detection' }).click();
  await waitForAnalysis(page);
});

test('a task that failed on an undecodable photo can be restarted without it', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await page
    .getByLabel('Choose photos')
    .setInputFiles([await photoFile('front.jpg', 2), await tornPhoto('torn.png')]);
  await expect.poll(() => tiles(page).count()).toBe(2);
  await page.getByText('This browser cannot check this photo').waitFor();
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page
    .locator('app-tasks')
    .getByText(/torn.png: The browser could not decode/)
    .waitFor();
  const found = await findLayoutProblems(page, 'a task that failed for a photo');
  await page.getByRole('button', { name: 'Remove 1 unreadable photo and start again' }).click();
  await waitForAnalysis(page);
  expect(await page.getByRole('button', { name: /^Open photo/ }).count()).toBe(1);
  expect(found).toEqual([]);
});

test('a VIN is read from its photo, its check digit is verified, and the vehicle gets it', async () => {
  const { page } = await demo.open({ width: 320 });
  await createInspection(page, { tasks: ['Text reading'] });
  const vin = '1HGBH41JXMN109186';
  const buffer = await sharp(Buffer.from(vinPicture(vin)))
    .jpeg({ quality: 90 })
    .toBuffer();
  await captureSight(page, 'VIN', { name: 'vin.jpg', mimeType: 'image/jpeg', buffer });
  const found = await findLayoutProblems(page, 'capture of a text');
  await page.getByRole('button', { name: 'Start analysis' }).click();
  const reading = page.getByRole('region', { name: 'Readings' });
  await reading.getByText(vin).waitFor();
  await reading.getByText('Check digit is correct').waitFor();
  await openDetails(page);
  await page.getByRole('region', { name: 'Vehicle', exact: true }).getByText(vin).waitFor();
  expect([...found, ...(await findLayoutProblems(page, 'texts read'))]).toEqual([]);
});

test('a damage can be drawn and adjusted on the photo with the pointer, or drawn with the keyboard', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  await captureSight(page, 'left', await photoFile('left.jpg', 3, { view: 'side' }));
  await goToStep(page, 'Results');
  await page.getByRole('button', { name: 'Open photo Left side' }).click();
  const viewer = page.getByRole('dialog');
  const frame = viewer.locator('.frame');
  await viewer.getByRole('button', { name: 'Draw a box' }).click();
  const place = await frame.boundingBox();
  const at = (x: number, y: number) =>
    [(place?.x ?? 0) + (place?.width ?? 0) * x, (place?.y ?? 0) + (place?.height ?? 0) * y] as const;
  await page.mouse.move(...at(0.25, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.75));
  await page.mouse.up();
  await viewer.getByRole('combobox', { name: 'Type of damage' }).selectOption('dent');
  await viewer.getByRole('combobox', { name: 'Part' }).selectOption('door_front_left');
  await viewer.getByRole('button', { name: 'Add damage' }).click();
  await viewer.getByText('1 damage on this photo').waitFor();

  await viewer.getByRole('button', { name: 'Adjust this outline' }).click();
  await viewer.getByRole('button', { name: 'Whole outline' }).waitFor();
  await page.mouse.move(...at(0.375, 0.625));
  await page.mouse.down();
  await page.mouse.move(...at(0.475, 0.625));
  await page.mouse.up();
  await viewer.getByRole('button', { name: 'Finish' }).click();
  await viewer.getByRole('button', { name: 'Draw an outline' }).waitFor();

  await viewer.getByRole('button', { name: 'Draw an outline' }).press('Enter');
  await viewer.getByRole('application').waitFor();
  for (const key of ['Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await viewer.getByRole('button', { name: 'Finish' }).press('Enter');
  await viewer.getByRole('combobox', { name: 'Type of damage' }).selectOption('scratch');
  await viewer.getByRole('button', { name: 'Add damage' }).press('Enter');
  await viewer.getByText('2 damages on this photo').waitFor();
  await page.keyboard.press('Escape');

  const [drawn] = await exportDamageViews(page);
  expect(drawn?.boundingBox).toEqual({ xmin: 224, ymin: 240, width: 160, height: 120 });
});

/** Creates the export of another device, with a damage that its user drew. */
async function createInspectionZip() {
  const kerbside = await openKerbside({ user: { id: 'inspector' }, store: new MemoryStore() });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = new Uint8Array((await patchedPhoto('side.jpg')).buffer);
  const image = { name: 'side.jpg', tasks: ['damage_detection' as const] };
  const { result: imageId } = await kerbside.images.addOne(id, image, photo);
  const { result: damageId } = await kerbside.damages.createOne(id, {
    damageType: 'dent',
    partType: 'door_front_left',
  });
  const [left, top, right, bottom] = [box.xmin, box.ymin, box.xmin + box.width, box.ymin + box.height];
  const ring: [number, number][] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  await kerbside.views.createOne(id, { imageId, damageId, boundingBox: box, polygons: [ring] });
  const zip = await kerbside.storage.export(id);
  kerbside.close();
  return {
    name: 'inspection.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await zip.arrayBuffer()),
  };
}

/** Creates a PNG with a valid header and undecodable pixels. */
async function tornPhoto(name: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  buffer.fill(0x55, buffer.indexOf('IDAT') + 4, buffer.indexOf('IEND') - 4);
  return { name, mimeType: 'image/png', buffer };
}

/** Returns the views of damages from the exported zip. Views of parts are not drawn. */
async function exportDamageViews(page: Page): Promise<View[]> {
  const state = await exportState(page);
  const damages = state.damages.map(({ id }: { id: string }) => id);
  return state.views.filter(({ damageId, deletedAt }: View) => !deletedAt && damages.includes(damageId));
}

/** Returns the records of the inspection. */
async function exportState(page: Page) {
  await goToStep(page, 'Report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  const zip = unzipSync(await readFile(await (await downloading).path()));
  return JSON.parse(strFromU8(zip['inspection.json'] ?? new Uint8Array())).state;
}
