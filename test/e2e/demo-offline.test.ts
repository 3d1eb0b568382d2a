import { expect, test } from 'vitest';
import { createInspection, photoFile, useDemo, waitForPhotos } from './demo-driver.ts';

const demo = useDemo();

test('all of it works with the network off', async () => {
  const { page, context } = await demo.open();
  await context.setOffline(true);
  await page.getByText('Offline').waitFor();
  await createInspection(page, { make: 'Skoda', model: 'Fabia' });
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 1));
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Add damage' }).click();
  await page.getByRole('button', { name: 'Remove Scratch' }).waitFor();
  await page.getByRole('button', { name: 'Start: Damage detection' }).click();
  await page.getByRole('button', { name: 'Mark as done: Damage detection' }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export a zip' }).click();
  expect((await downloading).suggestedFilename()).toBe('kerbside-skoda-fabia.zip');
  await expect.poll(() => page.locator('#outbox').innerText()).toBe('4');

  await context.setOffline(false);
  await page.getByText('Online').waitFor();
  await page.reload();
  await waitForPhotos(page, 1);
  await expect.poll(() => page.locator('#outbox').innerText()).toBe('4');
});

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
  await page.getByRole('button', { name: 'Start: Damage detection' }).click();
  await other.getByRole('button', { name: 'Mark as done: Damage detection' }).waitFor();
  await expect.poll(() => other.locator('#outbox').innerText()).toBe('4');
});
