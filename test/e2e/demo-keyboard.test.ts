import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { useDemo } from './demo-driver.ts';

const demo = useDemo();

test('an inspection can be completed with only the keyboard: create, add, change and remove a damage, make a report', async () => {
  const { page } = await demo.open({ width: 1280 });
  await press(page, page.getByRole('link', { name: 'New inspection' }).first());
  await write(page, page.getByLabel('Make'), 'Renault');
  await write(page, page.getByLabel('Model'), 'Clio');
  await press(page, page.getByRole('button', { name: 'Create inspection' }));
  await page.getByRole('heading', { level: 1, name: 'Renault Clio' }).waitFor();

  await press(page, page.getByRole('link', { name: 'Results' }));
  await press(page, page.locator('app-damage-list summary'));
  await write(page, page.getByRole('combobox', { name: 'Type of damage' }), 'Dent');
  await write(page, page.getByRole('combobox', { name: 'Part', exact: true }), 'Bumper (f');
  await press(page, page.getByRole('button', { name: 'Add damage' }));

  // When a control disappears, the focus moves to the next useful control.
  await press(page, page.getByRole('button', { name: 'Open Dent, Bumper (front)' }));
  const review = page.getByRole('dialog');
  await press(page, review.getByRole('button', { name: 'Change' }));
  const type = review.getByRole('combobox', { name: 'Type of damage' });
  await expect.poll(() => hasFocus(type)).toBe(true);
  await page.keyboard.type('Scratch');
  await press(page, review.getByRole('button', { name: 'Save' }));
  await review.getByRole('heading', { name: 'Scratch' }).waitFor();
  await page.keyboard.press('Delete');
  // Also after the last damage, a wrong key can be taken back.
  await review.getByRole('button', { name: 'Finish' }).waitFor();
  await page.keyboard.press('Control+z');
  await review.getByRole('heading', { name: 'Scratch' }).waitFor();
  await page.keyboard.press('Delete');
  await press(page, review.getByRole('button', { name: 'Finish' }));
  await expect.poll(() => hasFocus(page.locator('app-damage-list summary'))).toBe(true);

  await press(page, page.getByRole('link', { name: 'Report' }));
  await write(page, page.getByLabel('Prepared for'), 'Fleet One');
  await press(page, page.getByRole('button', { name: 'Create report' }));
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Save PDF' }))).toBe(true);
});

const hasFocus = (locator: Locator) =>
  locator.evaluateAll((all) => all.length === 1 && all[0] === document.activeElement);

/** Moves the focus with Tab. Throws if the element cannot be reached. */
async function reach(page: Page, locator: Locator): Promise<void> {
  await locator.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await hasFocus(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach ${locator}`);
}

async function press(page: Page, locator: Locator): Promise<void> {
  await reach(page, locator);
  await page.keyboard.press('Enter');
}

/** Types into a field. In a select, the letters choose the option. */
async function write(page: Page, locator: Locator, text: string): Promise<void> {
  await reach(page, locator);
  await page.keyboard.type(text);
}
