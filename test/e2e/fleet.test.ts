// @module-tag long
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFleet } from '../../scripts/build-fleet.mjs';
import type { RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import { repairEstimates } from '../../src/estimate/index.ts';
import { createThumbnail } from '../../src/node/photo/create-thumbnail.ts';
import { renderReport } from '../../src/node/report/reports.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../node/support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../node/support/synced-device.ts';
import { findLayoutProblems } from './layout-problems.ts';
import { sharedChromium } from './shared-chromium.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The head office: a device inspects a car, and a browser at the office reads it from the service. */

const SIDES = ['front', 'left', 'back', 'right'] as const;
const DETECTED: ScriptedDamage[] = [
  { damageType: 'dent', partType: 'door_front_left', on: { left: [0.61, 0.45, 0.13, 0.12] } },
  { damageType: 'scratch', partType: 'door_front_right', on: { right: [0.4, 0.55, 0.12, 0.06] } },
];

let service: RunningService;
let device: SyncedDevice;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let fleetUrl: string;
let token: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await buildFleet(folder.path);
  service = await startService({
    fleet: folder.path,
    renderReport,
    createThumbnail,
    estimator: repairEstimates(),
  });
  fleetUrl = service.url.replace(/v1$/, 'fleet/');
  device = await syncedDevice(
    service,
    scriptedAnalyzer('damage', DETECTED),
    { route: 'device' },
    repairEstimates(),
  );
  device.connect();
  await inspect({ brand: 'Renault', model: 'Clio', plate: 'AB-123-CD', vin: 'VF1RFB00068123456' }, SIDES);
  await inspect({ brand: 'Peugeot', model: '208', plate: 'EF-456-GH' }, ['front']);
  await device.waitUntilSynced();
  token = await service.tokenFor({ id: 'office', organizationId: 'kerb' });
}, 180_000);
afterAll(async () => {
  await device?.kerbside.close();
  await service?.close();
  await folder?.remove();
});

/** Photographs a car, corrects the first damage and adds one; a car without those sides is clean. */
async function inspect(vehicle: Record<string, string>, sides: readonly string[]): Promise<void> {
  const { inspections, images, tasks, damages } = device.kerbside;
  const names = ['damage_detection', 'repair_estimate'] as const;
  const { result: id } = await inspections.createOne({
    tasks: Object.fromEntries(names.map((name) => [name, {}])),
    vehicle,
  });
  for (const side of sides) {
    const file = new URL(`../../demo/sample/photos/check-in/${side}.webp`, import.meta.url);
    const input = {
      name: side,
      tasks: ['damage_detection' as const],
      additionalData: { side },
      compliances: { coverage360: { sightId: side } },
    };
    await images.addOne(id, input, new Blob([await readFile(file)], { type: 'image/webp' }));
  }
  for (const name of names) {
    await tasks.updateOne(id, name, { status: 'TODO' });
    await tasks.whenDone(id, name);
  }
  const found = Object.values((await inspections.getOne(id)).entities.damages);
  const isClean = sides.length < SIDES.length;
  for (const { id: damageId, damageType } of found) {
    if (isClean) await damages.deleteOne(id, damageId);
    else if (damageType === 'dent') await damages.correctOne(id, damageId, { partType: 'door_back_left' });
  }
  if (!isClean) await damages.createOne(id, { damageType: 'broken_light', partType: 'tail_light_left' });
}

/** Opens the page and collects everything that the content security policy or a failing script reports. */
async function openFleet(width: number) {
  const context = await (await sharedChromium()).newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // 401 is for the wrong token, 422 for a report that is not ready.
    const isExpected = /status of (401|422)/.test(message.text());
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  const photos: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/photo')) photos.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(fleetUrl);
  return { page, context, complaints, photos };
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API token').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the head office signs in, filters, opens an inspection and saves its report', async () => {
  const { page, context, complaints, photos } = await openFleet(1280);
  await signIn(page, 'not a token');
  await page.getByRole('alert').getByText('does not accept this token').waitFor();
  await signIn(page, token);
  await page.getByText('2 new inspections').waitFor();
  expect(page.url()).toBe(fleetUrl);

  const clio = page.getByRole('link', { name: /Renault Clio/ });
  expect(await clio.innerText()).toMatch(
    /3 damages[\s\S]*1 found by a model · 1 corrected · 1 added by a person/,
  );
  expect(await clio.locator('.row-cost').innerText()).toMatch(/€/);
  await clio.locator('kerbside-photo').waitFor();
  expect(await page.getByRole('link', { name: /Peugeot 208/ }).innerText()).toMatch(
    /Nothing found, not checked/,
  );
  await page.getByLabel('Status').selectOption('damaged');
  await page.getByText('1 inspection', { exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('');
  await page.getByRole('searchbox').fill('ef-456');
  await clio.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('');
  await page.getByText('2 inspections', { exact: true }).waitFor();

  await clio.press('Enter');
  await page.getByRole('heading', { name: 'Renault Clio' }).waitFor();
  await page.getByText('Corrected by a person, detected as Door (front left)').waitFor();
  await page.locator('.damage-card', { hasText: 'Added by a person' }).waitFor();
  await page.locator('kerbside-car').waitFor();
  await page.getByRole('button', { name: 'Open photo: Left' }).press('Enter');
  await page.getByRole('dialog', { name: 'Left' }).waitFor();
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF report' }).click();
  const pdf = await readFile(await (await saved).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(page.url()).not.toContain(token);
  expect(complaints).toEqual([]);
  expect(photos.filter((url) => url.includes('width=320'))).toHaveLength(2);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API token').waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    token,
  );
  await context.close();
}, 180_000);

test('every page fits 320 px and has no serious axe violation, in English and light, in French and dark', async () => {
  const { page, context } = await openFleet(320);
  const found = await findLayoutProblems(page, 'fleet sign-in');
  await signIn(page, token);
  await page.locator('.fleet-row kerbside-photo').first().waitFor();
  found.push(...(await findLayoutProblems(page, 'fleet list')));
  await page.getByRole('link', { name: /Renault Clio/ }).click();
  await page.locator('.damage-card kerbside-photo').first().waitFor();
  await page.locator('.tile kerbside-photo').nth(3).waitFor();
  found.push(...(await findLayoutProblems(page, 'fleet inspection')));
  await page.getByRole('button', { name: 'Open photo: Left' }).click();
  await page.locator('dialog kerbside-photo img').waitFor();
  found.push(...(await findLayoutProblems(page, 'fleet photo')));
  expect(found).toEqual([]);
  await context.close();
}, 180_000);

test('an inspection that nobody analysed says so, and does not ask the office for photos', async () => {
  const vehicle = { brand: 'Citroen', model: 'C3', plate: 'IJ-789-KL' };
  await device.kerbside.inspections.createOne({ tasks: { damage_detection: {} }, vehicle });
  await device.waitUntilSynced();
  const { page, context } = await openFleet(1280);
  await signIn(page, token);
  await page.getByRole('link', { name: /Citroen C3/ }).click();
  await page.getByText('Nobody has analysed this vehicle.').waitFor();
  expect(await page.getByText('Take photos').count()).toBe(0);
  await context.close();
}, 180_000);
