// @module-tag long
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { pdfText } from '../fixtures/pdf-text.ts';
import { goToStep, useDemo, waitForAnalysis } from './demo-driver.ts';
import { npmStart } from './npm-start.ts';

const demo = useDemo(npmStart, { recordings: process.env.WALK_RECORDING });

test('the sample car, from the first tap to a signed PDF with prices, without an edit of a part', async () => {
  const { page } = await demo.open({ serviceWorkers: 'allow' });
  const start = performance.now();
  await page.getByRole('button', { name: 'Try a sample car' }).click();
  await waitForAnalysis(page);
  await page.getByRole('button', { name: 'Review 3 damages' }).click();
  const review = page.getByRole('dialog');
  for (const position of ['1 of 3', '2 of 3', '3 of 3']) {
    await review.getByRole('heading', { name: `Damage ${position}` }).waitFor();
    await review.getByRole('button', { name: 'Confirm' }).click();
  }
  await review.waitFor({ state: 'hidden' });
  const parts = page.locator('app-damage-list .part');
  await expect.poll(() => parts.locator('.price').count()).toBe(await parts.count());
  expect(await parts.getByText('Part not identified').count()).toBe(0);

  await page.getByRole('link', { name: 'Then and now: what is new' }).click();
  const proposals = page.getByRole('button', { name: /^Confirm: / });
  await proposals.first().waitFor();
  for (let open = await proposals.count(); open > 0; open -= 1) {
    await proposals.first().click();
    await expect.poll(() => proposals.count()).toBe(open - 1);
  }
  await chargeUnclearDamages(page);
  await page.getByText('all confirmed').waitFor();
  const sum = await page.getByRole('region', { name: 'To charge' }).locator('.sum').innerText();
  expect(sum).toMatch(/^€[1-9]/);
  await page.getByLabel('Name of the customer').fill('Ada Driver');
  await expectKeptAcrossLayouts(page);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByText('Signed by Ada Driver').waitFor();

  await page.getByRole('link', { name: 'Back to the results' }).click();
  await goToStep(page, 'Report');
  await page.getByRole('button', { name: 'Create report' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  const text = await pdfText(await readFile(await (await downloading).path()));
  for (const words of ['Ada Driver', sum]) expect(text).toContain(words);
  await expectReadAtCheckOut(page);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`The walk with the sample car took ${seconds} s, on one core, with the real models.`);
});

/** The model cannot say that these are new: it misses damage of their size on photos of a whole side. A person can. */
async function chargeUnclearDamages(page: Page): Promise<void> {
  const unclear = page
    .locator('.compared-damage')
    .filter({ has: page.locator('[data-comparison="unclear"]') });
  for (let open = await unclear.count(); open > 0; open -= 1) {
    await unclear.first().getByRole('button', { name: 'New', exact: true }).click();
    await expect.poll(() => unclear.count()).toBe(open - 1);
  }
  for (const box of await page.getByLabel('Charge the customer').all()) await box.check();
}

/** Opens the first of the two inspections. It has one damage, and the photos with text. */
async function expectReadAtCheckOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Kerbside' }).click();
  await page.locator('app-inspection-list .rows a').last().click();
  await page.getByRole('heading', { name: '1 damage' }).waitFor();
  const readings = page.getByRole('region', { name: 'Readings' });
  for (const text of ['1M8GDM9AXKP042788', 'KB482RS', '41,250 km']) await readings.getByText(text).waitFor();
}

/** Turns the tablet: the unsigned signature and the line between the photos stay. */
async function expectKeptAcrossLayouts(page: Page): Promise<void> {
  const field = page.locator('kerbside-signature').getByRole('img');
  await field.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await field.boundingBox()) ?? {};
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 60);
  await page.mouse.up();
  const slider = page.getByRole('slider', { name: 'Line between the earlier photo' });
  await slider.fill('23');
  const stroke = await page.locator('kerbside-signature path').getAttribute('d');
  expect(stroke).toContain('L');
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of [1280, size.width]) {
    await page.setViewportSize({ ...size, width });
    await page.locator(`.compare-columns > :${width > 900 ? 'first' : 'last'}-child kerbside-car`).waitFor();
    expect(await page.getByLabel('Name of the customer').inputValue()).toBe('Ada Driver');
    expect(await page.locator('kerbside-signature path').getAttribute('d')).toBe(stroke);
    expect(await slider.inputValue()).toBe('23');
  }
}
