import { join } from 'node:path';
import type { Page } from 'playwright';
import { findAccessibilityProblems, TEXT_AND_COLOR_RULES } from './accessibility-problems.ts';

/** Both languages and both color schemes, once each: they are independent. */
const VARIANTS = [
  { language: 'en', colorScheme: 'light', rules: undefined },
  { language: 'fr', colorScheme: 'dark', rules: TEXT_AND_COLOR_RULES },
] as const;
/** Additional widths of the screenshots. */
const WIDTHS = [390, 1280] as const;

/**
 * Returns the layout problems of the current state in each variant: content wider than the screen, and serious axe
 * violations. The page is in English afterwards.
 */
export async function findLayoutProblems(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const { language, colorScheme, rules } of VARIANTS) {
    await switchLanguage(page, language);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // no color transition in progress
    const name = `${state}, ${language}, ${colorScheme}`;
    const problems = [...(await findOverflow(page)), ...(await findAccessibilityProblems(page, rules))];
    found.push(...problems.map((problem) => `${name}: ${problem}`));
    await saveScreenshots(page, name);
  }
  await switchLanguage(page, 'en');
  return found;
}

/** Works beneath a modal dialog too, where the select cannot be clicked. */
async function switchLanguage(page: Page, language: string): Promise<void> {
  await page.locator('select.language').evaluate((select, chosen) => {
    (select as HTMLSelectElement).value = chosen;
    select.dispatchEvent(new Event('change'));
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

async function findOverflow(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} px wider than the screen`] : [];
}

/** Saves screenshots to the folder of the environment variable SCREENSHOTS. */
async function saveScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const size = page.viewportSize() ?? { width: 320, height: 800 };
  const fullPage = (await page.locator('dialog[open]').count()) === 0; // a dialog fills the screen, not the page
  for (const width of [size.width, ...WIDTHS]) {
    await page.setViewportSize({ ...size, width });
    await page.screenshot({ path: join(folder, `${name}, ${width}.png`), fullPage });
  }
  await page.setViewportSize(size);
}
