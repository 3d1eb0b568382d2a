import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createInspection, photoFile, useDemo, waitForPhotos } from './demo-driver.ts';

const demo = useDemo();

test.each(['light', 'dark'] as const)(
  '320 px wide, %s: nothing is wider than the screen',
  async (colorScheme) => {
    const { page } = await demo.open({ width: 320, colorScheme });
    await expectNoSideways(page, 'empty list');
    await page.getByRole('link', { name: 'New inspection' }).click();
    await expectNoSideways(page, 'form');
    await page.getByRole('link', { name: 'Kerbside' }).click();
    await createInspection(page, {
      make: 'A'.repeat(60),
      model: 'Estate',
      tasks: ['Wheel analysis', 'Text reading'],
    });
    const name = `${'a-long-name-'.repeat(6)}.jpg`;
    await page
      .getByLabel('Choose photos')
      .setInputFiles([
        await photoFile(name, 1),
        { name: `${'b'.repeat(80)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no photo') },
      ]);
    await waitForPhotos(page, 1);
    await page.getByRole('button', { name: 'Add damage' }).click();
    await page.getByText('Edit vehicle').click();
    await page.getByText('Activity').click();
    await expectNoSideways(page, 'inspection');
    await page.getByRole('button', { name: `Open photo ${name}` }).click();
    await page.getByRole('img', { name: `Photo ${name}` }).waitFor();
    await expectNoSideways(page, 'photo');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'All inspections' }).click();
    await expectNoSideways(page, 'list');
  },
);

test('every control has a name, and the page its landmarks', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page, { tasks: ['Wheel analysis'] });
  await page.getByLabel('Choose photos').setInputFiles(await photoFile('front.jpg', 1));
  await waitForPhotos(page, 1);
  await page.getByText('Edit vehicle').click();
  const controls = page
    .locator('main, nav, header, #device')
    .locator('button, a, input, select')
    .filter({ visible: true });
  for (const control of await controls.all()) {
    const tree = await control.ariaSnapshot();
    expect(tree, await control.evaluate((element) => element.outerHTML)).toMatch(/"[^"]+"/);
  }
  for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const) {
    expect(await page.getByRole(landmark).count(), landmark).toBe(1);
  }
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});

test('a photo opens from the keyboard, and closing it leads back to its tile', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await page
    .getByLabel('Choose photos')
    .setInputFiles([await photoFile('front.jpg', 1), await photoFile('rear.jpg', 2)]);
  await waitForPhotos(page, 2);
  const tile = page.getByRole('button', { name: 'Open photo front.jpg' });
  await tile.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'front.jpg (1 of 2)' });
  await dialog.getByText('This photo has not been analysed.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'rear.jpg (2 of 2)' }).getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await tile.evaluate((button) => button === document.activeElement)).toBe(true);
});

async function expectNoSideways(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, where).toBeLessThanOrEqual(0);
}
