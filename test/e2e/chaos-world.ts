import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type PrivatePostgres, startPostgres } from '../../server/test-support/private-postgres.ts';
import type { SyncStatus } from '../../src/domain/api/sync-status.ts';
import type { ActionKind, ActionOutcome, ChaosSession, DeviceInspection } from './chaos-page.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type KillableChromium, startKillableChromium } from './killable-chromium.ts';
import { type KillableService, startKillableService } from './killable-service.ts';
import { type Portal, startPortal } from './portal.ts';

const USER_ID = 'inspector';
const MAX_STARTS = 20;

interface ChaosWorldParts {
  postgres: PrivatePostgres;
  service: KillableService;
  proxy: FaultProxy;
  portal: Portal;
  folder: string;
  pagesUrl: string;
}

/** Starts Postgres, the service, the proxy and Chromium with a profile on disk. Each can be killed and comes back. */
export async function startChaosWorld(postgresBinaries: string, pagesUrl: string): Promise<ChaosWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-chaos-'));
  const postgres = await startPostgres(postgresBinaries);
  const service = await startKillableService({
    databaseUrl: postgres.url,
    data: join(folder, 'service'),
    port: 0,
    userId: USER_ID,
  });
  const proxy = await startFaultProxy(service.url, { forwardsIdempotencyKeys: true });
  const portal = await startPortal({ allowsCors: true });
  const world = new ChaosWorld({ postgres, service, proxy, portal, folder, pagesUrl });
  await world.openBrowser();
  return world;
}

/** The app in two tabs, and everything that it depends on. */
export class ChaosWorld {
  readonly #parts: ChaosWorldParts;
  #chromium: KillableChromium | undefined;
  #tabs: Page[] = [];
  #clockOffsetMs = 0;
  /** By part: the database must come back while the service waits for it. */
  readonly #repairs = new Map<'service' | 'postgres' | 'network', Promise<void>>();

  constructor(parts: ChaosWorldParts) {
    this.#parts = parts;
  }

  get proxy(): FaultProxy {
    return this.#parts.proxy;
  }

  get portalUrl(): string {
    return this.#parts.portal.url;
  }

  get serviceUrl(): string {
    return this.#parts.service.url;
  }

  get token(): string {
    return this.#parts.service.token;
  }

  /** Does an action in one of the tabs. Returns undefined if the tab died before the call resolved. */
  async act(tab: number, kind: ActionKind, pick: number[]): Promise<ActionOutcome | undefined> {
    const page = this.#tabs[tab % this.#tabs.length];
    if (!page) return undefined;
    try {
      return await page.evaluate((given) => window.chaosPage.act(...given), [kind, pick] as const);
    } catch (error) {
      if (page.isClosed() || /crash|closed|destroyed/i.test(String(error))) return undefined;
      throw error;
    }
  }

  /** Sends everything now, and returns what is left. */
  flush(): Promise<SyncStatus> {
    return this.#firstTab.evaluate(() => window.chaosPage.flush());
  }

  /** Returns what the device has. */
  dump(): Promise<DeviceInspection[]> {
    return this.#firstTab.evaluate(() => window.chaosPage.dump());
  }

  get #firstTab(): Page {
    const [page] = this.#tabs;
    if (!page) throw new Error('No tab is open');
    return page;
  }

  async send(): Promise<void> {
    for (const tab of this.#tabs) await tab.evaluate(() => window.chaosPage.send());
  }

  async openBrowser(tabs = 2): Promise<void> {
    this.#chromium = await startKillableChromium(join(this.#parts.folder, 'profile'));
    this.#tabs = [await this.#openTab(this.#chromium.page)];
    while (this.#tabs.length < tabs)
      this.#tabs.push(await this.#openTab(await this.#chromium.page.context().newPage()));
  }

  async killBrowser(): Promise<void> {
    this.#tabs = [];
    await this.#chromium?.kill();
  }

  /** Crashes the process of one tab, and opens another tab. */
  async crashTab(index: number): Promise<void> {
    const page = this.#tabs[index % this.#tabs.length];
    const context = page?.context();
    if (!page || !context) return;
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const devtools = await context.newCDPSession(page);
    devtools.send('Page.crash').catch(() => {}); // it never responds
    await crashed;
    this.#tabs = this.#tabs.filter((tab) => tab !== page);
    this.#tabs.push(await this.#openTab(await context.newPage()));
    await page.close();
  }

  /** Kills the service. It comes back after the delay. */
  async killService(delayMs: number): Promise<void> {
    await this.#parts.service.kill();
    this.#repairAfter(delayMs, 'service', async () => {
      await this.#parts.service.kill(); // an earlier repair may have started it again
      this.#parts.service = await this.#startService();
    });
  }

  /** Crashes Postgres. It comes back after the delay. */
  crashPostgres(delayMs: number): void {
    const { postgres } = this.#parts;
    postgres.crash();
    this.#repairAfter(delayMs, 'postgres', async () => {
      postgres.crash();
      postgres.restart();
    });
  }

  loseNetwork(delayMs: number): void {
    this.proxy.isOpen = false;
    this.#repairAfter(delayMs, 'network', async () => {
      this.proxy.isOpen = true;
    });
  }

  /** Resolves when everything that was killed is back. */
  async repaired(): Promise<void> {
    await Promise.all(this.#repairs.values());
  }

  #repairAfter(delayMs: number, part: 'service' | 'postgres' | 'network', repair: () => Promise<void>): void {
    const repaired = Promise.all([this.#repairs.get(part), sleep(delayMs)]).then(repair);
    repaired.catch(() => {}); // `repaired()` rejects with it
    this.#repairs.set(part, repaired);
  }

  /** Starts the service again at its address. As a supervisor does, it tries until the database can be reached. */
  async #startService(): Promise<KillableService> {
    const { postgres, folder, service } = this.#parts;
    const port = Number(new URL(service.url).port);
    const databaseUrl = postgres.url;
    for (let tries = 1; ; tries += 1) {
      try {
        return await startKillableService({
          databaseUrl,
          data: join(folder, 'service'),
          port,
          userId: USER_ID,
        });
      } catch (error) {
        if (tries === MAX_STARTS) throw error;
      }
    }
  }

  async setClock(offsetMs: number): Promise<void> {
    this.#clockOffsetMs = offsetMs;
    for (const tab of this.#tabs) await tab.evaluate((ms) => window.chaosPage.setClock(ms), offsetMs);
  }

  /** Runs the work while the app's origin may not store more than it has. */
  async withFullDisk(work: () => Promise<void>): Promise<void> {
    const page = this.#firstTab;
    const devtools = await page.context().newCDPSession(page);
    const origin = this.#parts.pagesUrl;
    const quotaSize = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    await work();
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
    await devtools.detach();
  }

  async close(): Promise<void> {
    const { postgres, proxy, portal, folder } = this.#parts;
    await this.repaired().catch(() => {});
    await this.killBrowser();
    await proxy.close();
    await portal.close();
    await this.#parts.service.kill();
    postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #openTab(page: Page): Promise<Page> {
    const { proxy, pagesUrl } = this.#parts;
    const session: ChaosSession = {
      baseUrl: proxy.url,
      userId: USER_ID,
      token: this.token,
      clockOffsetMs: this.#clockOffsetMs,
    };
    await page.goto(`${pagesUrl}/page?module=chaos-page`);
    await page.waitForFunction(() => 'chaosPage' in window);
    await page.evaluate((given) => window.chaosPage.open(given), session);
    return page;
  }
}
