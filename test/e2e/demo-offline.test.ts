// @module-tag long
import type { Route } from 'playwright';
import { expect, test } from 'vitest';
import type { Manifest } from '../../src/analysis/model-manifest.ts';
import {
  addDamage,
  analyse,
  captureSight,
  createInspection,
  goToStep,
  photoFile,
  readOutboxCount,
  useDemo,
  waitForAnalysis,
  waitForPhotos,
  waitForQuality,
} from './demo-driver.ts';

const demo = useDemo();

test('changes in one tab appear in the other', async () => {
  const { page, openTab } = await demo.open({ width: 1280 });
  await createInspection(page);
  const other = await openTab();
  await other.getByRole('link', { name: 'Renault Clio' }).click();
  await other.getByRole('heading', { name: 'Renault Clio' }).waitFor();
  await captureSight(page, 'front', await photoFile('front.jpg', 2));
  await other.getByText('1 of 8 taken').waitFor();
  await goToStep(other, 'Results');
  await waitForPhotos(other, 1);
  await addDamage(other);
  await analyse(page);
  await page.getByRole('button', { name: 'Open Scratch, Bumper (front)' }).waitFor();
  await waitForAnalysis(other);
  // create, photo, damage, 2 tasks started, severity and price
  await expect.poll(() => readOutboxCount(other)).toBe('6');
});

test('a page that was not loaded before the network was lost says so, and opens when it is back', async () => {
  const { page, context } = await demo.open(); // without a service worker, as before it has cached the app
  await context.setOffline(true);
  await page.getByRole('link', { name: 'New inspection' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'not on this device yet' });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor(); // still offline: the app stays
  // Browsers report that they are online before requests succeed.
  let failures = 0;
  await context.route('**/', (route) => {
    failures += 1;
    return failures <= 2 ? route.abort() : route.continue();
  });
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'New inspection' }).waitFor();
});

test('after preparation the app works without a server: reload, capture, analysis, report', async () => {
  const { page, context } = await demo.open({ serviceWorkers: 'allow' });
  await context.route('**/models/manifest.json', serveManifestWithoutOcr);
  await page.getByRole('link', { name: /to send/ }).click();
  await page.getByRole('button', { name: 'Prepare for offline' }).click();
  await page.getByText('Ready for offline use').waitFor();
  await context.unroute('**/models/manifest.json');
  await page.getByText(/^Damage detection \(parts\) runs on WebAssembly/).waitFor();
  await page.getByText('Why this engine').first().click();
  await page
    .getByText(/^used: .*self-test passed\.$/)
    .first()
    .waitFor();

  await demo.stopServer();
  await context.setOffline(true);
  await page.goto(page.url().replace(/#.*/, ''));
  await page.reload();
  await page.getByText('Offline', { exact: true }).waitFor();
  await createInspection(page, { make: 'Skoda', model: 'Fabia' });
  await captureSight(page, 'front', await photoFile('front.jpg', 1));
  await waitForQuality(page, 'front');
  await page.reload();
  await page.getByText('1 of 8 taken').waitFor();
  await analyse(page);
  await addDamage(page);

  await goToStep(page, 'Report');
  await page.getByRole('button', { name: 'Create report' }).click();
  await page.getByRole('button', { name: 'Save PDF' }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  expect((await downloading).suggestedFilename()).toBe('kerbside-skoda-fabia.zip');
  await goToStep(page, 'Results');
  await page.reload();
  await waitForPhotos(page, 1);
  await waitForAnalysis(page);
  // create, photo, 2 tasks started, damage, severity and price
  await expect.poll(() => readOutboxCount(page)).toBe('6');
});

/** Removes the OCR models, which these tests do not need. Their self-tests take longer than everything else. */
async function serveManifestWithoutOcr(route: Route): Promise<void> {
  const manifest = (await (await route.fetch()).json()) as Manifest;
  const models = manifest.models.filter(({ task }) => task !== 'images_ocr');
  await route.fulfill({ json: { ...manifest, models } });
}
