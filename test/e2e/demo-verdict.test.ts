import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { VIEWPOINTS } from '../../src/domain/enums.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { analyse, captureSight, createInspection, goToStep, photoFile, useDemo } from './demo-driver.ts';

/** The model misses the damage of the car on these photos. No screen may take its silence for an undamaged car. */
const demo = useDemo();

test('one photo on which the model finds nothing reads as clean nowhere: it speaks for one of eight sides', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await analyse(page);
  await goToStep(page, 'Results');
  await page.getByRole('heading', { name: 'Nothing found, not checked' }).waitFor();
  const results = await readScreen(page);
  expect(results).toContain('The model saw nothing on 1 photo.');
  expect(results).toContain('Seven sides were not photographed. No person has checked it.');
  expect(results).toContain('7 of 8 sides not photographed');
  expectNotClean(results);

  await goToStep(page, 'Report');
  await page.getByRole('button', { name: 'Create report' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  const pdf = await pdfText(await readFile(await (await downloading).path()));
  expect(pdf.replaceAll('\n', ' ')).toContain('Seven sides were not photographed. No person has checked it.');
  expectNotClean(pdf);

  await page.getByRole('link', { name: 'Kerbside' }).click();
  await page.getByText('1 of 8 sides photographed · not checked by a person').waitFor();
  expectNotClean(await readScreen(page));
});

test('eight taps or keys check eight photos, and only then a person has said that there is no damage', async () => {
  const { page } = await demo.open();
  await createInspection(page);
  for (const [seed, side] of VIEWPOINTS.entries())
    await captureSight(page, side, await photoFile(`${side}.jpg`, seed + 1));
  await analyse(page);
  await goToStep(page, 'Results');
  await page.getByRole('button', { name: 'Look at 8 photos' }).click();
  const viewer = page.locator('dialog.viewer');
  for (const [index, side] of VIEWPOINTS.entries()) {
    await viewer.getByText(titles[index] ?? side, { exact: true }).waitFor();
    if (index % 2 === 0) await viewer.getByRole('button', { name: 'I looked: all damage is marked' }).click();
    else await page.keyboard.press('c');
    if (index === 3) await expectOpenAfter(page, 4);
  }
  await viewer.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'No damage' }).waitFor();
  await page.getByText('inspector looked at all 8 sides').waitFor();

  await page.locator('.photo-strip button').first().click();
  await viewer.getByText('inspector looked at it').waitFor();
  await viewer.getByRole('button', { name: 'Undo' }).click();
  await viewer.getByRole('button', { name: 'I looked: all damage is marked' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Nothing found, not checked' }).waitFor();
  await page.getByText('inspector looked at 7 of 8 sides').waitFor();
});

const titles = [
  'Front',
  'Front left',
  'Left side',
  'Rear left',
  'Rear',
  'Rear right',
  'Right side',
  'Front right',
];

/** Half of the sides are checked: the car is not clean yet. */
async function expectOpenAfter(page: Page, sides: number): Promise<void> {
  await page.getByText(`inspector looked at ${sides} of 8 sides`).waitFor({ state: 'attached' });
  expect(await page.getByRole('heading', { name: 'No damage' }).count()).toBe(0);
}

/** Returns the texts of the page, with those in shadow roots. */
async function readScreen(page: Page): Promise<string> {
  return page.locator('body').ariaSnapshot();
}

/** Nothing that reads as good news: no tick, no “no damage”, no zero, no price. */
function expectNotClean(text: string): void {
  expect(text).not.toMatch(
    /✓|no damage(?!s? (to|is known))|undamaged|(?<![\w.,])0 damages|Damages\s+0|€\s?0/i,
  );
}
