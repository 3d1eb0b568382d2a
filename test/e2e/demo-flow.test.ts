import { expect, test } from 'vitest';
import { analyse, createInspection, photoFile, tiles, useDemo, waitForPhotos } from './demo-driver.ts';

const demo = useDemo();

test('an inspection goes from nothing to validated, across a reload in the middle', async () => {
  const { page } = await demo.open();
  await createInspection(page, { tasks: ['Wheel analysis'] });
  const files = await Promise.all(
    ['front.jpg', 'left.jpg', 'rear.jpg'].map((name, seed) => photoFile(name, seed)),
  );
  await page.getByLabel('Choose photos').setInputFiles(files);
  await waitForPhotos(page, 3);
  expect(await tiles(page).first().innerText()).toMatch(/front\.jpg\s+640\s×\s480 · [\d.]+\skB/);

  await page.reload();
  await page.getByRole('heading', { name: 'Renault Clio' }).waitFor();
  await waitForPhotos(page, 3);

  await page.getByLabel('Take a photo').setInputFiles(await photoFile('close-up.jpg', 9));
  await waitForPhotos(page, 4);
  await page.getByRole('button', { name: 'Remove photo left.jpg' }).click();
  await waitForPhotos(page, 3);

  await page.getByRole('combobox', { name: 'Type of damage' }).selectOption('dent');
  await page.getByRole('combobox', { name: 'Part' }).selectOption('door_front_left');
  await page.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('button', { name: 'Remove Dent, Door front left' }).waitFor();
  await page.getByRole('button', { name: 'Add damage' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Remove Dent' }).count()).toBe(2);
  await page.getByRole('button', { name: 'Remove Dent' }).first().click();
  await expect.poll(() => page.getByRole('button', { name: 'Remove Dent' }).count()).toBe(1);

  await analyse(page);
  await page.getByRole('button', { name: 'Validate: Damage detection' }).click();
  await page.getByRole('main').getByText('Validated', { exact: true }).waitFor();

  await page.reload();
  await waitForPhotos(page, 3);
  await page.getByRole('button', { name: 'Remove Dent, Door front left' }).waitFor();
  await page.getByRole('main').getByText('Validated', { exact: true }).waitFor();
  // create, 4 photos, 1 removed, 2 damages, 1 removed, 2 moves of the task that were a person's
  await expect.poll(() => page.locator('#outbox').innerText()).toBe('11');
});

test('photos can be dropped onto the page', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  const photo = await photoFile('dropped.jpg', 4);
  const transfer = await page.evaluateHandle(
    ([name, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type }));
      return data;
    },
    [photo.name, photo.mimeType, photo.buffer.toString('base64')] as const,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await waitForPhotos(page, 1);
});

test('an inspection moves to another device as a zip, photos and unsent changes included', async () => {
  const { page } = await demo.open();
  await createInspection(page, { make: 'Fiat', model: 'Panda' });
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 5));
  await waitForPhotos(page, 1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export a zip' }).click();
  const zip = await (await downloading).path();

  const other = await demo.open();
  await other.page.getByLabel('Import a zip').setInputFiles(zip);
  await other.page.getByRole('heading', { name: 'Fiat Panda' }).waitFor();
  await waitForPhotos(other.page, 1);
  await expect.poll(() => other.page.locator('#outbox').innerText()).toBe('2');
});

test('a deleted inspection is kept out of sight until it is removed for good', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  const row = page.getByRole('navigation').getByRole('link', { name: 'Renault Clio' });
  await page.getByRole('button', { name: 'Delete inspection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('Show deleted').check();
  await row.waitFor();

  await page.getByRole('button', { name: 'Remove for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('#outbox').innerText()).toBe('0');
});
