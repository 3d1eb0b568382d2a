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
    .locator('main, nav, header')
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

async function expectNoSideways(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, where).toBeLessThanOrEqual(0);
}
