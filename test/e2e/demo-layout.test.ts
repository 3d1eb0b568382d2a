import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  captureSight,
  createInspection,
  goToStep,
  photoFile,
  useDemo,
  waitForPhotos,
} from './demo-driver.ts';

const demo = useDemo();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.each(['light', 'dark'] as const)(
  '320 px wide, %s: nothing is wider than the screen, and axe finds nothing serious on any page',
  async (colorScheme) => {
    const { page } = await demo.open({ width: 320, colorScheme });
    const seen: Record<string, unknown> = {};
    const look = async (where: string) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, where).toBeLessThanOrEqual(0);
      seen[where] = await seriousFindings(page);
    };
    await look('empty list');
    await page.getByRole('link', { name: 'New inspection' }).click();
    await look('form');
    await page.getByRole('link', { name: 'Kerbside' }).click();
    await createInspection(page, {
      make: 'A'.repeat(60),
      model: 'Estate',
      tasks: ['Wheel analysis', 'Text reading'],
    });
    await page.getByRole('button', { name: 'Take photo: Front', exact: true }).click();
    await page.getByText('There is no camera that this page may use.').waitFor();
    await look('camera');
    await page.getByRole('button', { name: 'Close' }).click();
    await captureSight(page, 'left', await photoFile('left.jpg', 2));
    const name = `${'a-long-name-'.repeat(6)}.jpg`;
    await page
      .getByLabel('Choose photos')
      .setInputFiles([
        await photoFile(name, 1),
        { name: `${'b'.repeat(80)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no photo') },
      ]);
    await waitForPhotos(page, 1);
    await look('capture');
    await goToStep(page, 'Results');
    await page.getByRole('button', { name: 'Add damage' }).click();
    await page.getByRole('button', { name: 'Change Scratch, Bumper (front)' }).click();
    await page.getByText('Edit vehicle').click();
    await look('results');
    await page.getByRole('button', { name: `Open photo ${name}` }).click();
    await page.getByRole('img', { name: `Photo ${name}` }).waitFor();
    await look('photo');
    await page.getByRole('button', { name: 'Draw an outline' }).click();
    await look('drawing');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close' }).click();
    await goToStep(page, 'Report');
    await look('report');
    await page.getByRole('link', { name: 'Inspect this vehicle again' }).click();
    await page.getByText('Follows the inspection of').waitFor();
    await page.getByRole('button', { name: 'Create inspection' }).click();
    await page.getByText('0 of 8 taken').waitFor();
    await goToStep(page, 'Results');
    await page.getByRole('button', { name: 'Add damage' }).click();
    await page.getByRole('link', { name: 'What is new since the inspection before' }).click();
    await page.getByRole('region', { name: 'New (0)' }).waitFor();
    await look('comparison');
    await page.getByRole('link', { name: /to send/ }).click();
    await look('sync centre');
    await page.getByRole('link', { name: 'All inspections' }).click();
    await look('list');
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((where) => [where, []])));
  },
);

test('French is spoken throughout, once chosen', async () => {
  const { page } = await demo.open({ locale: 'fr-FR' });
  await page.getByRole('link', { name: 'Nouvelle inspection' }).click();
  await page.getByLabel('Marque').fill('Renault');
  await page.getByRole('button', { name: 'Créer l’inspection' }).click();
  await page.getByText('0 sur 8 prises').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en');
  await page.getByText('0 of 8 taken').waitFor();
  await page.reload();
  await page.getByText('0 of 8 taken').waitFor();
});

test('the app can be installed: a manifest, icons of the right sizes, a service worker', async () => {
  const { page } = await demo.open();
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(new URL(href ?? '', page.url()).href)).json();
  expect(manifest.display).toBe('standalone');
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
});

test('the first load is at most 150 kB of script, compressed', async () => {
  const { page } = await demo.open({ serviceWorkers: 'block' });
  const scripts = await page.evaluate(async () => {
    const addresses = [
      ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
        'script[src], link[rel=modulepreload]',
      ),
    ].map((element) => ('src' in element ? element.src : element.href));
    const sizes = addresses.map(async (address) => {
      const packed = (await fetch(address)).body?.pipeThrough(new CompressionStream('gzip'));
      return (await new Response(packed).arrayBuffer()).byteLength;
    });
    return Promise.all(sizes);
  });
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(150_000);
});

test('the page has its landmarks, and one heading of the first level', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  for (const landmark of ['banner', 'main'] as const) {
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

/** What axe calls serious or critical, in words. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await tool.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
  });
}
