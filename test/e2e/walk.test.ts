import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { pdfText } from '../fixtures/pdf-text.ts';
import {
  addDamage,
  analyse,
  captureSight,
  createInspection,
  goToStep,
  openDetails,
  photoFile,
  readOutboxCount,
  serveLightModels,
  tiles,
  useDemo,
  waitForAnalysis,
  waitForPhotos,
  waitForQuality,
} from './demo-driver.ts';
import { npmStart } from './npm-start.ts';

/**
 * Runs `npm start`, opens the printed URL and completes an inspection, like a new user. WALK_RECORDING names a folder
 * for a recording (`npx playwright show-trace <file>`).
 */
let url = '';
let phoneUrl: string | undefined;
const demo = useDemo(
  async () => {
    const started = await npmStart();
    ({ url, phoneUrl } = started);
    return started;
  },
  { recordings: process.env.WALK_RECORDING },
);

test('an inspection from npm start to a PDF, across reloads', async () => {
  const { page, context } = await demo.open();
  await serveLightModels(context); // the next test uses the shipped ones
  await createInspection(page);
  await captureSight(page, 'front', await photoFile('front.jpg', 1, { view: 'front' }));
  await captureSight(page, 'left', await photoFile('left.jpg', 2, { view: 'side', damages: ['scratch'] }));
  await waitForQuality(page, 'front');
  await page.getByText('2 of 8 taken').waitFor();

  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Renault Clio' }).waitFor();
  await page.getByText('2 of 8 taken').waitFor();
  await page.getByLabel('Take a photo', { exact: true }).setInputFiles(await photoFile('close-up.jpg', 9));
  await waitForPhotos(page, 1);
  await page.getByRole('button', { name: 'Remove photo close-up.jpg' }).click();
  await expect.poll(() => tiles(page).count()).toBe(0);
  await analyse(page);
  await waitForPhotos(page, 2);

  // On a side that the photos do not show, so that no model detects a damage there.
  await addDamage(page, 'dent', 'door_front_right');
  const door = page.getByRole('region', { name: 'Door (front right)' });
  const price = await door.locator('.price').innerText();
  await page.getByLabel('Severity: Door (front right)').selectOption('Severe');
  await expect.poll(() => door.locator('.price').innerText()).not.toBe(price);

  await page.getByRole('button', { name: 'Open Dent, Door (front right)' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: 'Change' }).click();
  await review.getByRole('combobox', { name: 'Part', exact: true }).selectOption('door_back_right');
  await review.getByRole('button', { name: 'Save' }).click();
  await review.getByText('Door (rear right)').waitFor();
  await review.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => door.count()).toBe(0);

  await openDetails(page);
  const validated = page.locator('app-tasks').getByText('Validated', { exact: true });
  await page.getByRole('button', { name: 'Validate: Damage detection' }).click();
  // A change is stored once the page shows it; a reload before that may cut it off.
  await validated.waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Open Dent, Door (rear right)' }).waitFor();
  await openDetails(page);
  await validated.waitFor();
  await expect.poll(() => readOutboxCount(page)).toBe('0');
  const kept = await fetchNewestInspection();
  expect(kept).toMatchObject({ vehicle: { brand: 'Renault', model: 'Clio' } });
  expect(kept.tasks.map(({ status }: { status: string }) => status)).toContain('VALIDATED');

  await goToStep(page, 'Report');
  await page.getByLabel('Prepared for').fill('Fleet One');
  await page.getByRole('button', { name: 'Create report' }).click();
  await page.getByRole('button', { name: 'Save PDF' }).waitFor();
  await page.reload();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('kerbside-renault-clio.pdf');
  const text = await pdfText(await readFile(await download.path()));
  for (const words of ['Renault Clio', 'Fleet One', 'Door (rear right)', 'Dent'])
    expect(text).toContain(words);
});

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

test('an inspection recorded offline is sent to the service when the network is back', async () => {
  const { page, context } = await demo.open({ serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await createInspection(page, { make: 'Fiat', model: 'Panda' });
  await captureSight(page, 'front', await photoFile('front.jpg', 3));
  expect(Number(await readOutboxCount(page))).toBeGreaterThan(0);
  await page.getByRole('link', { name: /to send/ }).click();
  await page
    .locator('kerbside-sync')
    .getByText(/\d waiting/)
    .waitFor();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Everything is sent.').waitFor();
  await expect.poll(() => readOutboxCount(page)).toBe('0');

  expect(await fetchNewestInspection()).toMatchObject({
    vehicle: { brand: 'Fiat', model: 'Panda' },
    images: [{ name: 'front' }],
  });
});

test('a phone on the network gets a secure https page and sends to the same service', async ({ skip }) => {
  if (!phoneUrl) return skip('this computer has no network');
  const { page } = await demo.open({ at: phoneUrl, serviceWorkers: 'allow' });
  const has = await page.evaluate(() => ({
    secure: isSecureContext,
    hashes: 'subtle' in crypto,
    camera: 'mediaDevices' in navigator,
    threads: crossOriginIsolated,
  }));
  expect(has).toEqual({ secure: true, hashes: true, camera: true, threads: true });
  await createInspection(page, { make: 'Dacia', model: 'Spring' });
  await captureSight(page, 'front', await photoFile('front.jpg', 3));
  await expect.poll(() => readOutboxCount(page)).toBe('0');
  expect((await fetchNewestInspection()).vehicle).toMatchObject({ brand: 'Dacia', model: 'Spring' });
});

/** Fetches the newest inspection of the service. */
async function fetchNewestInspection() {
  const [newest] = (await fetchFromService('inspections?limit=1')).data;
  return fetchFromService(`inspections/${newest.id}`);
}

/** Requests the service through the server of the page. */
async function fetchFromService(path: string) {
  const token = await (await fetch(`${url}service-token`)).text();
  const response = await fetch(`${url}v1/${path}`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.json();
}
