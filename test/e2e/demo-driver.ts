import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { serveBuilt } from '../../demo/serve.mjs';
import { patchedSide } from '../fixtures/patched-car.ts';
import { type JpegPhotoOptions, jpegPhoto } from '../fixtures/photos.ts';
import { pretendCores } from './pages/pretend-cores.ts';
import type { Served } from './serve.ts';
import { sharedChromium } from './shared-chromium.ts';

export interface DemoOptions {
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** What the browser says that the person speaks. */
  locale?: string;
  /** Requests that a service worker sees are out of a test's reach. */
  serviceWorkers?: 'allow' | 'block';
  /** Another address of the same app. Its certificate is taken, as by a person who goes on when warned. */
  at?: string;
}

export interface Demo {
  page: Page;
  context: BrowserContext;
  /** Another tab of the same person. */
  openTab(): Promise<Page>;
}

export interface ServedDemo {
  open(options?: DemoOptions): Promise<Demo>;
  /** Ends the server: what works now needs no network. */
  stopServer(): Promise<void>;
}

const A_SLOW_MACHINE = 240_000;

/** Serves the built demo to a file of tests, as `npm start` does; each test gets a profile of its own. */
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
  }, A_SLOW_MACHINE);
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
      locale = 'en-GB',
      serviceWorkers = 'allow',
      at = served.url,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        locale,
        serviceWorkers,
        ignoreHTTPSErrors: at !== served.url,
      });
      context.setDefaultTimeout(A_SLOW_MACHINE);
      contexts.push(context);
      if (recordings) await context.tracing.start({ screenshots: true, snapshots: true });
      const openTab = async () => {
        const page = await context.newPage();
        await pretendCores(page, 1);
        page.on('pageerror', (error) => unexpected.push(error.message));
        await page.goto(at);
        await page.getByRole('heading', { name: 'Inspections' }).waitFor({ state: 'attached' });
        return page;
      };
      return { context, openTab, page: await openTab() };
    },
  };
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
  for (const task of tasks) await page.getByLabel(task, { exact: true }).check();
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('heading', { level: 1, name: `${make} ${model}` }).waitFor();
}

export async function photoFile(name: string, seed: number, options: Partial<JpegPhotoOptions> = {}) {
  const photo = await jpegPhoto({ seed, width: 640, height: 480, ...options });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
}

/** The left side of a car with a scratch, all of which the demo's light models find. */
export async function patchedPhoto(name: string) {
  const buffer = await sharp(Buffer.from(patchedSide())).jpeg({ quality: 92 }).toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Photos that were added beside the guided ones. */
export const tiles = (page: Page) => page.locator('.tile');

/** Thumbnails are drawn from the stored bytes, so one that is complete was read back. */
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

/** The model has run when there is nothing left but to say that it is right. */
export async function analyse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start analysis' }).click();
  await page.getByRole('button', { name: 'Validate: Damage detection' }).waitFor();
}

export const waitingToBeSent = (page: Page) => page.locator('#outbox').getAttribute('data-count');

async function loaded(images: Locator): Promise<number> {
  const widths = await images.evaluateAll((all) =>
    all.map((image) => (image as HTMLImageElement).naturalWidth),
  );
  return widths.filter((width) => width > 0).length;
}
