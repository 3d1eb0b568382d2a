// @module-tag long
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import {
  captureSight,
  createInspection,
  goToStep,
  openDetails,
  photoFile,
  tiles,
  useDemo,
  waitForPhotos,
} from './demo-driver.ts';

const demo = useDemo();

test('a rejected form shows the reason, focuses the field and keeps the input', async () => {
  const { page } = await demo.open();
  await page.getByRole('link', { name: 'New inspection' }).click();
  await page.getByLabel('Make').fill('Opel');
  const mileage = page.getByLabel('Mileage', { exact: true });
  await mileage.fill('-5');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('alert').getByText('Enter the mileage as a number of at least 0.').waitFor();
  await expectRejected(mileage);
  expect(await mileage.inputValue()).toBe('-5');
  expect(await page.getByLabel('Make').inputValue()).toBe('Opel');

  await page.reload();
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Opel');
  await mileage.fill('41 250');
  const vin = page.getByLabel('VIN');
  await vin.fill('WOL123');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('alert').getByText('A VIN has 17 letters and digits').waitFor();
  await expectRejected(vin);
  expect(await mileage.getAttribute('aria-invalid')).toBeNull();

  await vin.fill('');
  const model = page.getByLabel('Model');
  await model.fill('x'.repeat(300)); // only the library knows this limit
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('alert').getByText('a text of at most 256 characters').waitFor();
  await expectRejected(model);
  expect(await vin.getAttribute('aria-invalid')).toBeNull();

  await model.fill('Corsa');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await goToStep(page, 'Results');
  await openDetails(page);
  await page.getByText('41,250 km').waitFor();
});

test('a file that is not a photo is rejected by name; the others are added', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') };
  await page.getByLabel('Choose photos').setInputFiles([text, await photoFile('front.jpg', 3)]);
  await waitForPhotos(page, 1);
  const rejected = page.getByRole('alert').filter({ hasText: 'notes.txt' });
  expect(await rejected.innerText()).toContain('not an image');
  await rejected.getByRole('button', { name: 'Try again' }).click();
  await rejected.waitFor();
  await rejected.getByRole('button', { name: 'Dismiss' }).click();
  await rejected.waitFor({ state: 'detached' });
});

test('a photo of a started task cannot be removed, and the page shows why', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 5));
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('close-up.jpg', 6));
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.locator('app-tasks').waitFor({ state: 'attached' }); // starting opens the results; a task that is done is folded away
  await goToStep(page, 'Capture');
  await page.getByText('The analysis has started.').waitFor();
  await page.getByRole('button', { name: 'Remove photo close-up.jpg' }).click();
  await page.getByRole('alert').getByText('its images can no longer be deleted').waitFor();
  expect(await tiles(page).count()).toBe(1);
});

test('importing a foreign file or an existing inspection shows an error', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  const junk = { name: 'junk.zip', mimeType: 'application/zip', buffer: Buffer.from('junk') };
  await page.getByLabel('Import a zip').setInputFiles(junk);
  await page.getByRole('alert').getByText('not an inspection export').waitFor();
  await goToStep(page, 'Report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  await page.getByLabel('Import a zip').setInputFiles(await (await downloading).path());
  await page.getByRole('alert').getByText('is already on this device').waitFor();
});

test.each([
  ['nowhere', 'The inspection nowhere does not exist'],
  ['%20', 'expected an id'],
])('the URL of the missing inspection %s shows an error', async (id, words) => {
  const { page } = await demo.open();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/inspections/${id}`);
  await page.getByRole('heading', { name: 'Not on this device' }).waitFor();
  await page.getByText(words).waitFor();
});

test('errors are in French for French users, with the library’s message in the details', async () => {
  const { page } = await demo.open({ locale: 'fr-FR', width: 1280 });
  await page.getByRole('link', { name: 'Nouvelle inspection' }).first().click();
  const mileage = page.getByLabel('Kilométrage', { exact: true });
  await mileage.fill('-5');
  await page.getByRole('button', { name: 'Créer l’inspection' }).click();
  await page.getByRole('alert').getByText('Indiquez le kilométrage par un nombre d’au moins 0.').waitFor();
  await expectRejected(mileage);
  await mileage.fill('5');
  await page.getByRole('button', { name: 'Créer l’inspection' }).click();
  await page.getByLabel('Choisir des photos').waitFor({ state: 'attached' });

  const junk = { name: 'junk.zip', mimeType: 'application/zip', buffer: Buffer.from('junk') };
  await page.getByLabel('Importer un zip').setInputFiles(junk);
  const problem = page.getByRole('alert').filter({ hasText: 'Une valeur n’est pas acceptée' });
  const original = problem.getByText('not an inspection export');
  await problem.getByText('Détails').waitFor();
  expect(await original.isVisible()).toBe(false);
  await problem.getByText('Détails').click();
  await original.waitFor();
  expect(await original.getAttribute('lang')).toBe('en');
});

async function expectRejected(field: Locator): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
}
