import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { buildDemo, serveBuilt } from '../demo/serve.ts';
import { browserFlags, findBrowser } from './find-browser.mjs';

/**
 * Takes the pictures of the app for README.md and docs/: the sample car, analysed by the shipped models. Run with
 * `npm run draw:screenshots` after `npm run build`; the result is committed.
 */
const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const ANALYSIS_TIMEOUT_MS = 600_000;

const built = await mkdtemp(join(tmpdir(), 'kerbside-screenshots-'));
await buildDemo(built);
const served = await serveBuilt({ port: 0, outDir: built });
const executablePath = await findBrowser();
const browser = await chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) });
try {
  const page = await openApp(browser);
  await page.getByRole('button', { name: 'Try a sample car' }).click();
  await page
    .locator('app-tasks li[data-status=DONE]')
    .filter({ hasText: 'Damage detection' })
    .waitFor({ state: 'attached', timeout: ANALYSIS_TIMEOUT_MS });
  await page.locator('.damage-card').first().waitFor();
  await save(page, 'results-phone');
  await page.setViewportSize(DESKTOP);
  await save(page, 'results');

  await page.getByRole('link', { name: 'Then and now: what is new' }).first().click();
  await page.getByRole('heading', { name: 'Then and now' }).waitFor();
  await page.getByRole('slider').first().waitFor();
  await save(page, 'compare');
  await page.goBack();

  await page
    .getByRole('button', { name: /^Open photo Left/ })
    .first()
    .click();
  await page.locator('dialog.viewer[open] kerbside-photo').waitFor();
  await save(page, 'photo');
  await page.keyboard.press('Escape');

  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Capture', exact: true }).click();
  await page.locator('[data-sight=front] img').waitFor();
  await save(page, 'capture-phone');
} finally {
  await browser.close();
  await served.close();
  await rm(built, { recursive: true });
}

async function openApp(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(served.url);
  return page;
}

/** Saves what the window shows, after its pictures are loaded. */
async function save(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
