import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build, createLogger, type Logger, preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { pretendCores } from '../../e2e/pages/pretend-cores.ts';
import { startChromium } from '../../e2e/serve.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import { readPage } from '../support/pages.ts';

const OFFLINE_BUTTON = 'Prepare for offline use';

/** A machine that runs other tests takes longer than the 30 s of Playwright. */
const SLOW_MACHINE_MS = 240_000;

/**
 * Follows docs/getting-started.md word for word, with Vite and React.
 *
 * @param installApp - Installs packages into an empty folder and returns it.
 */
export function testGettingStarted(installApp: () => string): void {
  const snippets = readSnippets('docs/getting-started.md', ['vite.config.ts', 'index.html', 'main.tsx']);

  test('the app of the getting-started page has at most 26 lines of code', () => {
    const code = `${snippets['vite.config.ts']}${snippets['main.tsx']}`;
    const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'));
    expect(lines.length).toBeLessThanOrEqual(26);
  });

  test('the app of the getting-started page inspects a photo with models, also offline', {
    timeout: 300_000,
  }, async () => {
    const app = installApp();
    for (const [name, code] of Object.entries(snippets)) writeFileSync(join(app, name), code);
    const config = { root: app, logLevel: 'warn' as const };
    const warnings: string[] = [];
    await build({ ...config, customLogger: collectWarnings(warnings) });
    expect(warnings.filter((warning) => warning.includes('node_modules/kerbside'))).toEqual([]);
    const server = await preview({ ...config, preview: { port: 0 } });
    onTestFinished(() => server.close());
    const browser = await startChromium();
    onTestFinished(() => browser.close());
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(SLOW_MACHINE_MS);
    await pretendCores(page, 1);
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await inspect(page, 1);

    const ready = page.waitForEvent('dialog', { timeout: 0 });
    await page.getByRole('button', { name: OFFLINE_BUTTON }).click();
    await (await ready).accept();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await inspect(page, 2);
  });
}

function collectWarnings(warnings: string[]): Logger {
  const add = (message: string) => void warnings.push(message);
  return { ...createLogger('warn'), warn: add, warnOnce: add };
}

/** Chooses a photo, and waits until all inspections are done. */
async function inspect(page: Page, inspections: number): Promise<void> {
  const buffer = Buffer.from(await jpegPhoto({ seed: 3, width: 640, height: 480, view: 'side' }));
  await page.getByRole('button', { name: OFFLINE_BUTTON }).waitFor();
  await page.setInputFiles('input', { name: 'car.jpg', mimeType: 'image/jpeg', buffer });
  await page.waitForFunction((count) => {
    const states = [...document.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
    return states.length === count && states.every((state) => /^DONE: \d+ damages$/.test(state));
  }, inspections);
}

/** Returns the first snippets of a page with these names. A snippet's first line is a comment with its name. */
function readSnippets<Name extends string>(path: string, names: readonly Name[]): Record<Name, string> {
  const { blocks } = readPage(path);
  const found = names.map((name) => {
    const block = blocks.find(({ code }) => code.startsWith(`// ${name}`) || code.startsWith(`<!-- ${name}`));
    if (!block) throw new Error(`${path} has no snippet ${name}.`);
    return [name, block.code];
  });
  return Object.fromEntries(found);
}
