import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  analyse,
  captureSight,
  createInspection,
  goToStep,
  photoFile,
  sight,
  tiles,
  useDemo,
  waitForPhotos,
  waitingToBeSent,
} from './demo-driver.ts';

const demo = useDemo();

test('an inspection goes from nothing to a PDF, across reloads in the middle', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1, { view: 'front' }));
  await captureSight(page, 'left', await photoFile('left.jpg', 2, { view: 'side', damages: ['scratch'] }));
  await sight(page, 'front').getByText('Good photo').waitFor();
  await page.getByText('2 of 8 taken').waitFor();

  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Renault Clio' }).waitFor();
  await page.getByText('2 of 8 taken').waitFor();
  await page.getByLabel('Take a photo', { exact: true }).setInputFiles(await photoFile('close-up.jpg', 9));
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Remove photo close-up.jpg' }).click();
  await expect.poll(() => tiles(page).count()).toBe(0);
  await analyse(page);
  await waitForPhotos(page, 2);

  const form = page.locator('app-damage-list');
  await form.getByLabel('Type of damage').selectOption('dent');
  await form.getByRole('combobox', { name: 'Part', exact: true }).selectOption('door_front_left');
  await page.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('button', { name: 'Remove Dent, Door (front left)' }).waitFor();
  const door = page.getByRole('region', { name: 'Door (front left)' });
  const price = await door.locator('.price').innerText();
  await page.getByLabel('Severity: Door (front left)').selectOption('Severe');
  await expect.poll(() => door.locator('.price').innerText()).not.toBe(price);

  await page.getByRole('button', { name: 'Change Dent, Door (front left)' }).click();
  await door.getByRole('combobox', { name: 'Part', exact: true }).selectOption('hood');
  await door.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Dent, Hood' }).waitFor();
  await expect.poll(() => door.count()).toBe(0);

  await page.getByRole('button', { name: 'Validate: Damage detection' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Remove Dent, Hood' }).waitFor();
  await page.locator('app-tasks').getByText('Validated', { exact: true }).waitFor();
  // create, 3 photos and 1 removed, 2 tasks started, damage, severity, change (create, delete), 1 task validated
  await expect.poll(() => waitingToBeSent(page)).toBe('12');

  await goToStep(page, 'Report');
  await page.getByLabel('Prepared for').fill('Fleet One');
  await page.getByRole('button', { name: 'Make the report' }).click();
  await page.getByRole('button', { name: 'Save the PDF' }).waitFor({ timeout: 60_000 });
  await page.reload();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('kerbside-renault-clio.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a second inspection of a vehicle shows what is new since the first', async () => {
  const { page } = await demo.open();
  const addDamage = async (type: string, part: string) => {
    const form = page.locator('app-damage-list form');
    await form.getByLabel('Type of damage').selectOption(type);
    await form.getByRole('combobox', { name: 'Part', exact: true }).selectOption(part);
    await form.getByRole('button', { name: 'Add damage' }).click();
    await page.getByRole('button', { name: new RegExp(`^Remove ${type}`, 'i') }).waitFor();
  };
  await createInspection(page);
  await goToStep(page, 'Results');
  await addDamage('dent', 'hood');
  await addDamage('scratch', 'roof');
  await goToStep(page, 'Report');
  await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Renault');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByText('0 of 8 taken').waitFor();
  await goToStep(page, 'Results');
  await addDamage('dent', 'hood');
  await addDamage('smash', 'bumper_back');
  await page.getByRole('link', { name: 'What is new since the inspection before' }).click();
  const group = (name: string) => page.getByRole('region', { name });
  await group('New (1)').getByText('Smash').waitFor();
  await group('There before (1)').getByText('Dent').waitFor();
  await group('Not seen again (1)').getByText('Scratch').waitFor();
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
  await goToStep(page, 'Report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export a zip' }).click();
  const zip = await (await downloading).path();

  const other = await demo.open();
  await other.page.getByLabel('Import a zip').setInputFiles(zip);
  await other.page.getByRole('heading', { name: 'Fiat Panda' }).waitFor();
  await waitForPhotos(other.page, 1);
  await expect.poll(() => waitingToBeSent(other.page)).toBe('2');
});

test('a deleted inspection is kept out of sight until it is removed for good', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  await goToStep(page, 'Report');
  const row = page.getByRole('navigation').getByRole('link', { name: 'Renault Clio' });
  await page.getByRole('button', { name: 'Delete inspection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('Show deleted').check();
  await row.waitFor();

  await page.getByRole('button', { name: 'Remove for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => waitingToBeSent(page)).toBe('0');
});
