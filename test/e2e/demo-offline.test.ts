import { expect, test } from 'vitest';
import { analyse, createInspection, photoFile, tiles, useDemo, waitForPhotos } from './demo-driver.ts';

const demo = useDemo();

test('what happens in one tab shows in the other', async () => {
  const { page, openTab } = await demo.open();
  await createInspection(page);
  const other = await openTab();
  await other.getByText('Activity').click();
  await other.getByRole('link', { name: 'Renault Clio' }).click();
  await other.getByRole('heading', { name: 'Renault Clio' }).waitFor();

  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 2));
  await waitForPhotos(other, 1);
  await other.getByRole('log').getByText('Image added').waitFor();

  await other.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('button', { name: 'Remove Scratch' }).waitFor();
  await analyse(page);
  await other.getByRole('button', { name: 'Validate: Damage detection' }).waitFor();
  await expect.poll(() => other.locator('#outbox').innerText()).toBe('4');
});

test('once prepared, all of it works without a server: reload, take a photo, analyse it', async () => {
  const { page, context } = await demo.open();
  await page.getByRole('button', { name: 'Prepare for offline' }).click();
  await page.getByText('Ready for use without a network').waitFor();
  await page.getByText('Damage detection runs on WebAssembly').waitFor();

  await demo.stopServer();
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByText('Damage detection runs on WebAssembly').waitFor();
  await createInspection(page, { make: 'Skoda', model: 'Fabia' });
  await page.getByLabel('Take a photo').setInputFiles(await photoFile('front.jpg', 1));
  await waitForPhotos(page, 1);
  await tiles(page).getByText('Good photo').waitFor();
  await page.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('button', { name: 'Remove Scratch' }).waitFor();
  await analyse(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export a zip' }).click();
  expect((await downloading).suggestedFilename()).toBe('kerbside-skoda-fabia.zip');
  await page.reload();
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Validate: Damage detection' }).waitFor();
  await expect.poll(() => page.locator('#outbox').innerText()).toBe('4');
});
