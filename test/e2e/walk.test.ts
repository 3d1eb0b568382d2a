import { readFile } from 'node:fs/promises';
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

// Proves spec 1.1.
test('an inspection from npm start to a PDF, across reloads', async () => {
  const { page, context } = await demo.open();
  await serveLightModels(context); // sample-car.test.ts uses the shipped ones
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

test('an inspection recorded offline is sent to the service when the network is back', {
  tags: 'long',
}, async () => {
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
