import type { Page } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBuilt } from '../fixtures/built.ts';
import type { VideoFrameView } from '../fixtures/turning-car/video.ts';
import { launch } from './pages/field-browser.ts';
import { type Served, serveModules } from './serve.ts';

/** Of the videos. One frame is shown for long: a busy machine reads few of them. */
export const FPS = 1;
/** How many frames a view lasts. */
export const VIEW_FRAMES = 5;
/** A sharp picture of a side. */
export const good = (angle: number): VideoFrameView => ({ angle, distance: 4.9, frames: VIEW_FRAMES });

/** Serves the page of the guide to the tests of a file. Returns a function that opens it with a camera that shows a video, again and again. */
export function useGuidePage(): (video: string) => Promise<Page> {
  let served: Served;
  beforeAll(async () => {
    ensureBuilt();
    served = await serveModules();
  });
  afterAll(() => served.close());
  return async (video) => {
    const browser = await launch(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    );
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${served.url}/page?module=/test/e2e/pages/guide-page.ts`);
    await page.waitForFunction(() => 'guidePage' in window);
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'en'));
    return page;
  };
}

export const takenPhotos = (page: Page) => page.evaluate(() => window.guidePage.photos);
