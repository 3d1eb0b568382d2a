import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../../scripts/find-browser.mjs';
import { servePages } from './serve-pages.ts';

/** A browser with its own profile on disk, whose tabs load store-lab.ts. */
export interface Tabs {
  open(options?: { estimates: boolean }): Promise<Page>;
  /** Sets the quota of the origin, in bytes. */
  limitTo(quotaSize: number): Promise<void>;
  /** Clears the site data: all connections are closed, all databases are deleted. */
  clearSiteData(): Promise<void>;
  /** Evicts the databases under open pages, as a browser without space does. localStorage stays. */
  evict(): Promise<void>;
  /** Closes all tabs and clears the site data. */
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
 * Makes Chrome report the real quota, like other browsers. By default it reports 10 GiB of free space, so that pages
 * cannot detect private windows (https://chromestatus.com/feature/4977371751645184).
 */
const realEstimates = '--disable-features=StaticStorageQuota';
