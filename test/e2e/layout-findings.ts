import { join } from 'node:path';
import type { Page } from 'playwright';
import { seriousFindings } from './serious-findings.ts';

/** Both languages and both schemes, once each: neither depends on the other. */
const LOOKS = [
  { language: 'en', colorScheme: 'light' },
  { language: 'fr', colorScheme: 'dark' },
] as const;
/** Beside the narrowest, in pictures: for who wants to look. */
const WIDTHS = [390, 1280] as const;

/**
 * What is wrong with how the app looks now, in both languages and both schemes: wider than the screen, or serious to
 * axe. The page speaks English again afterwards.
 */
export async function findingsIn(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const { language, colorScheme } of LOOKS) {
    await speak(page, language);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // no colour half way to another
    const name = `${state}, ${language}, ${colorScheme}`;
    const findings = [...(await tooWide(page)), ...(await seriousFindings(page))];
    found.push(...findings.map((finding) => `${name}: ${finding}`));
    await keepPictures(page, name);
  }
  await speak(page, 'en');
  return found;
}

/** Also beneath a dialog, where no pointer reaches the switch. */
async function speak(page: Page, language: string): Promise<void> {
  await page.locator('select.language').evaluate((select, chosen) => {
    (select as HTMLSelectElement).value = chosen;
    select.dispatchEvent(new Event('change'));
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

async function tooWide(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} px wider than the screen`] : [];
}

/** SCREENSHOTS names a folder for pictures of every state. */
async function keepPictures(page: Page, name: string): Promise<void> {
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
