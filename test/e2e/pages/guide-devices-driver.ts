import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Sight } from '../../../src/domain/sights/sight.ts';
import { type Served, serveModules } from '../serve.ts';
import { launch } from './field-browser.ts';
import type { GuideDevicesPage } from './guide-devices-page.ts';

interface DevicesTab {
  page: Page;
  devtools: CDPSession;
}

/** Serves guide-devices-page.ts for the tests of a file, in a Chromium with two cameras that draw a moving picture. */
export function useGuideDevices(): { open(options?: OpenOptions): Promise<DevicesTab> } {
  let served: Served;
  let browser: Browser;
  beforeAll(async () => {
    [served, browser] = await Promise.all([
      serveModules(),
      launch('--use-fake-device-for-media-stream=device-count=2,fps=5'),
    ]);
  });
  afterAll(() => Promise.all([browser.close(), served.close()]));
  return {
    async open({ camera = 'granted', prepare, script } = {}) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await setCameraPermission(devtools, camera);
      await prepare?.(devtools);
      if (script) await page.addInitScript(script);
      await page.goto(`${served.url}/page?module=/test/e2e/pages/guide-devices-page.ts`);
      await page.waitForFunction(() => 'guideDevices' in window);
      return { page, devtools };
    },
  };
}

interface OpenOptions {
  /** What the user decided. */
  camera?: 'granted' | 'denied';
  /** Changes the browser before the page opens. */
  prepare?: (devtools: CDPSession) => Promise<void>;
  /** Runs in the page before all others. */
  script?: () => void;
}

export async function setCameraPermission(
  devtools: CDPSession,
  setting: 'granted' | 'denied',
): Promise<void> {
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  const { browserContextId = '' } = targetInfo;
  await devtools.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting,
    browserContextId,
  });
}

/** Adds `<kerbside-capture>` and opens its camera on the first sight. */
export async function openCapture(page: Page, sights: Sight[]): Promise<void> {
  await page.evaluate((wanted) => window.guideDevices.addCapture(wanted), sights);
  await page
    .getByRole('button', { name: /^Take photo/ })
    .first()
    .click();
}

/** Sets what the frames show from now on. */
export async function showFrame(page: Page, frame: GuideDevicesPage['frame']): Promise<void> {
  await page.evaluate((shown) => {
    window.guideDevices.frame = shown;
  }, frame);
}

/** Returns what the camera says to the user. */
export async function readStatus(page: Page): Promise<string> {
  return (await page.locator('kerbside-capture dialog .status').textContent())?.trim() ?? '';
}
