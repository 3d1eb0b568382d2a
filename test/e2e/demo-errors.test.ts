import { expect, test } from 'vitest';
import {
  captureSight,
  createInspection,
  goToStep,
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
  await page.getByRole('alert').getByText('mileage.value: expected a number of at least 0, got -5').waitFor();
  expect(await mileage.getAttribute('aria-invalid')).toBe('true');
  expect(await mileage.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Make').inputValue()).toBe('Opel');

  await page.reload();
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Opel');
  await page.getByLabel('Mileage', { exact: true }).fill('41 250');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await goToStep(page, 'Results');
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
  await page.locator('app-tasks').waitFor(); // starting the analysis opens the results
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
  const { page } = await demo.open({ locale: 'fr-FR' });
  await page.getByRole('link', { name: 'Nouvelle inspection' }).first().click();
  await page.getByLabel('Kilométrage', { exact: true }).fill('-5');
  await page.getByRole('button', { name: 'Créer l’inspection' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Une valeur n’est pas acceptée' });
  await problem.getByText('Détails').click();
  await problem.getByText('mileage.value: expected a number of at least 0, got -5').waitFor();
});
