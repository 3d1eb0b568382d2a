import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { serveBuilt } from '../../demo/serve.ts';
import { patchedSide } from '../fixtures/patched-car.ts';
import { type JpegPhotoOptions, jpegPhoto } from '../fixtures/photos.ts';
import { pretendCores } from './pages/pretend-cores.ts';
import type { Served } from './serve.ts';
import { sharedChromium } from './shared-chromium.ts';

export interface DemoOptions {
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** A finger, with its larger controls. */
  hasTouch?: boolean;
  /** The language that the browser prefers. */
  locale?: string;
  /** By default blocked: each profile would cache the whole app, and Playwright cannot route the requests of a service worker. */
  serviceWorkers?: 'allow' | 'block';
  /** Another URL of the same app. Its self-signed certificate is accepted. */
  at?: string;
}

/** A file of a test, as Playwright takes it. */
interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface Demo {
  page: Page;
  context: BrowserContext;
  /** Opens another tab with the same profile. */
  openTab(): Promise<Page>;
}

export interface ServedDemo {
  open(options?: DemoOptions): Promise<Demo>;
  /** Stops the server. What works afterwards needs no network. */
  stopServer(): Promise<void>;
}

const SLOW_MACHINE_MS = 240_000;

/** Serves the built demo to one test file, as `npm start` does. Each test gets its own profile. */
export function useDemo(
  serve: () => Promise<Served> = () => serveBuilt({ port: 0, outDir: inject('demo') }),
  { recordings }: { recordings?: string | undefined } = {},
): ServedDemo {
  let served: Served;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let unexpected: string[] = [];

  beforeAll(async () => {
    served = await serve();
    browser = await sharedChromium();
  }, SLOW_MACHINE_MS);
  afterEach(async () => {
    if (recordings) await Promise.all(contexts.map((context) => keepRecording(context, recordings)));
    await Promise.all(contexts.map((context) => context.close()));
    const problems = unexpected;
    [contexts, unexpected] = [[], []];
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await served?.close();
  });

  return {
    stopServer: () => served.close(),
    async open({
      width = 390,
      colorScheme = 'light',
      hasTouch = false,
      locale = 'en-GB',
      serviceWorkers = 'block',
      at = served.url,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        hasTouch,
        locale,
        serviceWorkers,
        ignoreHTTPSErrors: at !== served.url,
      });
      context.setDefaultTimeout(SLOW_MACHINE_MS);
      contexts.push(context);
      if (recordings) await context.tracing.start({ screenshots: true, snapshots: true });
      const openTab = async () => {
        const page = await context.newPage();
        await pretendCores(page, 1);
        page.on('pageerror', (error) => unexpected.push(error.message));
        await page.goto(at);
        await page.locator('app-inspection-list h2').waitFor({ state: 'attached' }); // hidden while the list is empty
        return page;
      };
      return { context, openTab, page: await openTab() };
    },
  };
}

/** Serves the light models in place of the shipped ones. */
export async function serveLightModels(context: BrowserContext): Promise<void> {
  await context.route('**/models/*', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(inject('demo'), 'kerbside/models', basename(pathname)) });
  });
}

function keepRecording({ tracing }: BrowserContext, folder: string): Promise<void> {
  const name = expect.getState().currentTestName?.replaceAll(/\W+/g, '-') ?? 'recording';
  return tracing.stop({ path: join(folder, `${name}.zip`) });
}

export interface NewInspection {
  make?: string;
  model?: string;
  tasks?: string[];
}

export async function createInspection(
  page: Page,
  { make = 'Renault', model = 'Clio', tasks = [] }: NewInspection = {},
) {
  await page.getByRole('link', { name: 'New inspection' }).first().click();
  await page.getByLabel('Make').fill(make);
  await page.getByLabel('Model').fill(model);
  await page.getByLabel('Text reading', { exact: true }).setChecked(tasks.includes('Text reading'));
  for (const task of tasks) await page.getByLabel(task, { exact: true }).check();
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('heading', { level: 1, name: `${make} ${model}` }).waitFor();
}

export async function photoFile(name: string, seed: number, options: Partial<JpegPhotoOptions> = {}) {
  const photo = await jpegPhoto({ seed, width: 640, height: 480, ...options });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
}

/** The left side of a car with a scratch. The light models detect all of it. */
export async function patchedPhoto(name: string) {
  const buffer = await sharp(Buffer.from(patchedSide())).jpeg({ quality: 92 }).toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** The same, with a scratch that the light models are not sure of. */
export async function faintlyPatchedPhoto(name: string) {
  const buffer = await sharp(Buffer.from(patchedSide({ isFaint: true })))
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** The photos added without guided capture. */
export const tiles = (page: Page) => page.locator('.tile');

/** Waits for complete thumbnails. They are decoded from the stored bytes. */
export async function waitForPhotos(page: Page, count: number): Promise<void> {
  await expect.poll(() => loaded(tiles(page).locator('img'))).toBe(count);
}

/** One tile of the guided capture, such as `front_left`. */
export const sight = (page: Page, id: string) => page.locator(`[data-sight=${id}]`);

export async function captureSight(
  page: Page,
  id: string,
  photo: Awaited<ReturnType<typeof photoFile>>,
): Promise<void> {
  await sight(page, id).locator('input[type=file]').first().setInputFiles(photo);
  await expect.poll(() => loaded(sight(page, id).locator('img'))).toBe(1);
}

export async function goToStep(page: Page, step: 'Capture' | 'Results' | 'Report'): Promise<void> {
  await page.getByRole('link', { name: step, exact: true }).click();
}

/**
 * Waits until the quality of a guided photo is assessed. The text may change once more, when the models have checked which
 * side of the vehicle it shows.
 */
export async function waitForQuality(page: Page, id: string): Promise<void> {
  await page.locator(`[data-sight=${id}]:is([data-verdict=good], [data-verdict=bad])`).waitFor();
}

/** Imports an inspection of another device, and closes the notice that it is a copy. */
export async function importCopy(page: Page, zip: string | FilePayload): Promise<void> {
  await page.getByLabel('Import a zip').setInputFiles(zip);
  const notice = page.getByRole('dialog', { name: 'Imported as a copy' });
  await notice.getByRole('button', { name: 'OK' }).click();
  await notice.waitFor({ state: 'detached' });
}

/** Starts the analysis and waits until it is done. */
export async function analyse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await waitForAnalysis(page);
}

/** Waits until the damage detection is done. Its row may be in closed details. */
export async function waitForAnalysis(page: Page): Promise<void> {
  const task = page.locator('app-tasks li[data-status=DONE]').filter({ hasText: 'Damage detection' });
  await task.waitFor({ state: 'attached' });
}

/** Adds a damage without a photo, on the page of the results. */
export async function addDamage(page: Page, type = 'scratch', part = 'bumper_front'): Promise<void> {
  const form = page.locator('app-damage-list form');
  if ((await form.count()) === 0) await page.locator('app-damage-list summary').click();
  const before = await damageCards(page).count();
  await form.getByLabel('Type of damage').selectOption(type);
  await form.getByRole('combobox', { name: 'Part', exact: true }).selectOption(part);
  await form.getByRole('button', { name: 'Add damage' }).click();
  await expect.poll(() => damageCards(page).count()).toBeGreaterThan(before);
}

/** The damages on the page of the results. */
export const damageCards = (page: Page) => page.locator('.damage-card');

/** Opens the details with tasks and vehicle. */
export async function openDetails(page: Page): Promise<void> {
  await page.getByText('Tasks and vehicle').click();
}

export const readOutboxCount = (page: Page) => page.locator('#outbox').getAttribute('data-count');

async function loaded(images: Locator): Promise<number> {
  const widths = await images.evaluateAll((all) =>
    all.map((image) => (image as HTMLImageElement).naturalWidth),
  );
  return widths.filter((width) => width > 0).length;
}
