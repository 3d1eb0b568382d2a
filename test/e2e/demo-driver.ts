import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { jpegPhoto } from '../fixtures/photos.ts';
import { type Served, serveDemo, startChromium } from './serve.ts';

export interface DemoOptions {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

export interface Demo {
  page: Page;
  context: BrowserContext;
  /** Another tab of the same person. */
  openTab(): Promise<Page>;
}

/** Serves the demo once for a file of tests; each test gets a browser profile of its own. */
export function useDemo(): { open(options?: DemoOptions): Promise<Demo> } {
  let served: Served;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let unexpected: string[] = [];

  beforeAll(async () => {
    served = await serveDemo();
    browser = await startChromium();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const problems = unexpected;
    [contexts, unexpected] = [[], []];
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  return {
    async open({ width = 390, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      contexts.push(context);
      const openTab = async () => {
        const page = await context.newPage();
        page.on('pageerror', (error) => unexpected.push(error.message));
        await page.goto(served.url);
        await page.getByRole('heading', { name: 'Inspections' }).waitFor({ state: 'attached' });
        return page;
      };
      return { context, openTab, page: await openTab() };
    },
  };
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
  for (const task of tasks) await page.getByLabel(task).check();
  await page.getByRole('button', { name: 'Create inspection' }).click();
  await page.getByRole('heading', { level: 1, name: `${make} ${model}` }).waitFor();
}

export async function photoFile(name: string, seed: number) {
  const photo = await jpegPhoto({ seed, width: 640, height: 480 });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
}

export const tiles = (page: Page) => page.locator('.tile');

/** Thumbnails are drawn from the stored bytes, so one that is complete was read back. */
export async function waitForPhotos(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.tile img')];
    return images.length === wanted && images.every((image) => image.naturalWidth > 0);
  }, count);
}
