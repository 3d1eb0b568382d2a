import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createInspection, importCopy, photoFile, useDemo, waitForPhotos } from './demo-driver.ts';
import { startEndlessAnalysis } from './demo-states.ts';
import { createFullInspection } from './full-inspection.ts';
import { findLayoutProblems } from './layout-problems.ts';

const demo = useDemo();

test('the results of 12 photos fit into 2,050 px on a phone', { tags: 'long' }, async () => {
  const { page } = await demo.open({ hasTouch: true });
  await importCopy(page, await createFullInspection());
  await page.getByRole('heading', { name: '7 damages on 7 parts' }).waitFor();
  await page.getByRole('heading', { name: '12 photos' }).waitFor();
  await page.getByRole('button', { name: 'Show all 7 parts' }).waitFor();
  expect(await page.getByRole('region', { name: 'Readings' }).getByRole('listitem').count()).toBe(3);
  expect(await findLayoutProblems(page, 'results of 12 photos')).toEqual([]);
  // A link to the comparison takes the other 65 px.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1985);
});

test('an empty app never shows two buttons for a new inspection, not even while it loads', async () => {
  const { page } = await demo.open({ width: 1280 });
  await page.addInitScript(recordMostButtons);
  await page.reload();
  await page.getByRole('button', { name: 'Try a sample car' }).waitFor();
  await page.getByRole('link', { name: 'New inspection' }).click();
  await page.getByLabel('Make').waitFor();
  await page.getByRole('link', { name: 'Kerbside' }).click();
  await page.getByRole('button', { name: 'Try a sample car' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.mostButtons)).toBe('1');
});

/** Records the largest number of buttons for a new inspection that the page has shown at once. */
function recordMostButtons(): void {
  let most = 0;
  new MutationObserver(() => {
    if (document.body?.dataset.route !== 'list') return;
    const buttons = [...document.querySelectorAll('a.button[href="#/new"]')];
    most = Math.max(most, buttons.filter((button) => button.checkVisibility()).length);
    document.documentElement.dataset.mostButtons = String(most);
  }).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-empty', 'hidden'],
  });
}

test('a running analysis fits 320 px and has no serious axe violation', { tags: 'long' }, async () => {
  const { page, context } = await demo.open({ width: 320 });
  await startEndlessAnalysis({ page, context });
  expect(await findLayoutProblems(page, 'analysis under way')).toEqual([]);
});

test('the chosen language applies to the whole app and survives a reload', { tags: 'long' }, async () => {
  const { page } = await demo.open({ locale: 'fr-FR' });
  await page.getByRole('link', { name: 'Nouvelle inspection' }).click();
  await page.getByLabel('Marque').fill('Renault');
  await page.getByRole('button', { name: 'Créer l’inspection' }).click();
  await page.getByText('0 sur 11 prises').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en');
  await page.getByText('0 of 11 taken').waitFor();
  await page.reload();
  await page.getByText('0 of 11 taken').waitFor();
});

test('the app is installable: it has a manifest, icons of the declared sizes and a service worker', {
  tags: 'long',
}, async () => {
  const { page } = await demo.open({ serviceWorkers: 'allow' });
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

test('the scripts of the first load have at most 150 kB, compressed', { tags: 'long' }, async () => {
  const { page } = await demo.open();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.reload({ waitUntil: 'networkidle' });
  const sizes = await Promise.all(
    [...scripts].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(150_000);
});

test('the page has landmarks and one level 1 heading', async () => {
  const { page } = await demo.open({ width: 1280 });
  await createInspection(page);
  for (const landmark of ['banner', 'main'] as const) {
    expect(await page.getByRole(landmark).count(), landmark).toBe(1);
  }
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});

test('a photo opens from the keyboard, and closing it returns the focus to its tile', {
  tags: 'long',
}, async () => {
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
