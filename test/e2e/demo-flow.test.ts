import { expect, test } from 'vitest';
import {
  addDamage,
  createInspection,
  goToStep,
  photoFile,
  readOutboxCount,
  useDemo,
  waitForPhotos,
} from './demo-driver.ts';

const demo = useDemo();

test('a second inspection lists what is the same, and what photos could not show', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await goToStep(page, 'Results');
  await addDamage(page, 'dent', 'hood');
  await addDamage(page, 'scratch', 'roof');
  await goToStep(page, 'Report');
  await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Renault');
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByText('0 of 11 taken').waitFor();
  await goToStep(page, 'Results');
  await addDamage(page, 'dent', 'hood');
  await addDamage(page, 'smash', 'bumper_back');
  await page.getByRole('link', { name: 'Then and now: what is new' }).click();
  const compared = (what: string) => page.locator('.compared-damage').filter({ hasText: what });
  await page.getByRole('heading', { name: 'Damages (3)' }).waitFor();
  const statusOf = (what: string) => compared(what).locator('.badge').innerText();
  expect(await Promise.all(['Smash', 'Dent', 'Scratch'].map(statusOf))).toEqual([
    'Unclear',
    'Same',
    'Not seen this time',
  ]);
  await compared('Smash').getByText('The earlier photo could not show it').waitFor();
  await page.getByText('2 damages unclear: not charged.').waitFor();
  await page.getByText('No damage charged').waitFor();

  const name = page.locator('kerbside-signature input');
  await name.evaluate((input: HTMLInputElement) => {
    input.value = 'Ada Driver';
    input.dispatchEvent(new Event('input'));
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.locator(`.compare-columns > :${width > 900 ? 'first' : 'last'}-child kerbside-car`).waitFor();
    expect(await name.inputValue()).toBe('Ada Driver');
  }
});

test('photos can be dropped onto the page', { tags: 'long' }, async () => {
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

test('an exported zip moves an inspection to another device, with photos and unsent changes', {
  tags: 'long',
}, async () => {
  const { page } = await demo.open();
  await createInspection(page, { make: 'Fiat', model: 'Panda' });
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 5));
  await waitForPhotos(page, 1);
  await goToStep(page, 'Report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  const zip = await (await downloading).path();

  const other = await demo.open();
  await other.page.getByLabel('Import a zip').setInputFiles(zip);
  const notice = other.page.getByRole('dialog', { name: 'Imported as a copy' });
  await notice.getByText('a new inspection of your own').waitFor();
  await notice.getByRole('button', { name: 'OK' }).click();
  await notice.waitFor({ state: 'detached' });
  await other.page.getByRole('heading', { name: 'Fiat Panda' }).waitFor();
  await waitForPhotos(other.page, 1);
  await expect.poll(() => readOutboxCount(other.page)).toBe('2');
});

test('a deleted inspection is hidden until it is removed permanently', { tags: 'long' }, async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  await goToStep(page, 'Report');
  const row = page.getByRole('navigation').getByRole('link', { name: 'Renault Clio' });
  await page.getByRole('button', { name: 'Delete inspection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('Show deleted').check();
  await row.waitFor();

  await page.getByRole('button', { name: 'Remove permanently' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => readOutboxCount(page)).toBe('0');
});
