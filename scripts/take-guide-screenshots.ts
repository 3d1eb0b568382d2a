import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { findAccessibilityProblems } from '../test/e2e/accessibility-problems.ts';
import { launch } from '../test/e2e/pages/field-browser.ts';
import { serveModules } from '../test/e2e/serve.ts';
import { makeCarVideo } from '../test/fixtures/turning-car/video.ts';

/**
 * Takes a picture of every state of guided capture and of a walk, at the size of a phone, light and dark, in both languages, and runs axe on
 * each. Run with `npm run draw:guide`. The pictures, and a sheet of all of a variant, are in `.data/guide-states/`, which is not
 * committed. Exits with 1 if axe finds something.
 */
const FOLDER = fileURLToPath(new URL('../.data/guide-states/', import.meta.url));
const PHONE = { width: 390, height: 844 };
const COLUMNS = 9;
const THUMBNAIL = { width: 260, height: Math.round((260 * PHONE.height) / PHONE.width) };

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const video = await makeCarVideo([{ angle: 90, distance: 4.9, width: 960, height: 1280 }], 'y4m', 5);
const served = await serveModules();
const browser = await launch(
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
);
const problems: string[] = [];
try {
  const page = await browser.newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  await page.goto(`${served.url}/page?module=/test/e2e/pages/guide-states-page.ts`);
  await page.addStyleTag({
    content: 'body { color-scheme: light dark; background: Canvas; color: CanvasText }',
  });
  await page.waitForFunction(() => 'guideStates' in window);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const language of ['en', 'fr']) await takeAll(page, `${language}-${colorScheme}`, language);
  }
} finally {
  await browser.close();
  await served.close();
}
console.log(`Pictures in ${FOLDER}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function takeAll(page: Page, variant: string, language: string): Promise<void> {
  const pictures: Buffer[] = [];
  for (const name of await page.evaluate(() => window.guideStates.names)) {
    await page.evaluate(([state, lang]) => window.guideStates.show(state, lang), [name, language] as const);
    const picture = await page.screenshot({ path: join(FOLDER, `${variant} ${name}.png`) });
    pictures.push(await sharp(picture).resize(THUMBNAIL.width, THUMBNAIL.height).png().toBuffer());
    problems.push(...(await findAccessibilityProblems(page)).map((found) => `${variant}, ${name}: ${found}`));
  }
  await saveSheet(pictures, join(FOLDER, `sheet ${variant}.png`));
}

/** Saves all pictures as one. */
async function saveSheet(pictures: readonly Buffer[], path: string): Promise<void> {
  const { width, height } = THUMBNAIL;
  const rows = Math.ceil(pictures.length / COLUMNS);
  await sharp({
    create: { width: COLUMNS * width, height: rows * height, channels: 3, background: '#888888' },
  })
    .composite(
      pictures.map((input, nth) => ({
        input,
        left: (nth % COLUMNS) * width,
        top: Math.floor(nth / COLUMNS) * height,
      })),
    )
    .png()
    .toFile(path);
}
