import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../../scripts/find-browser.mjs';
import { servePages } from './serve-pages.ts';

/** A browser with a profile of its own on disk, whose tabs have the lab (store-lab.ts) loaded. */
export interface Tabs {
  open(options?: { estimates: boolean }): Promise<Page>;
  /** What the origin may keep, in bytes. */
  limitTo(quotaSize: number): Promise<void>;
  /** What "clear site data" does: every connection is closed by force, and the databases are gone. */
  clearSiteData(): Promise<void>;
  /** What a browser short of room does: the databases are gone, under open pages too, and localStorage is not. */
  evict(): Promise<void>;
  /** Closes all tabs and forgets what they kept. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startTabs(): Promise<Tabs> {
  const [served, profile, executablePath] = await Promise.all([
    servePages(),
    mkdtemp(join(tmpdir(), 'kerbside-store-')),
    findBrowser(),
  ]);
  const context = await chromium.launchPersistentContext(profile, {
    args: [...browserFlags, realEstimates],
    ...(executablePath && { executablePath }),
  });
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  const origin = served.url;
  const opened: Page[] = [];
  const clearSiteData = async () => {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  };
  return {
    async open(options = { estimates: true }) {
      const page = await context.newPage();
      opened.push(page);
      await page.goto(`${origin}/page?module=store-lab`);
      await page.waitForFunction(() => window.storeLab !== undefined);
      await page.evaluate((given) => window.storeLab.open(given), options);
      return page;
    },
    async limitTo(quotaSize) {
      await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    },
    clearSiteData,
    async evict() {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage' });
    },
    async reset() {
      for (const page of opened.splice(0)) await page.close();
      await clearSiteData();
    },
    async close() {
      await context.close();
      await served.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/**
 * Chrome tells pages of 10 GiB to spare whatever their quota is, so that they can't tell a private window
 * (https://chromestatus.com/feature/4977371751645184). Other browsers tell the truth, as Chrome does with this.
 */
const realEstimates = '--disable-features=StaticStorageQuota';
