import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import type { RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import type { KerbsideEvent } from '../../src/domain/events.ts';
import type { SyncStatus } from '../../src/domain/sync.ts';
import { createRemoteClient, type RemoteClient } from '../../src/remote/client.ts';
import type { User } from '../../src/rules/rule.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy.ts';
import { servePages } from './serve-pages.ts';
import { sharedChromium } from './shared-chromium.ts';
import { expectAllOnce } from './sync-checks.ts';
import type { Recorded, Session } from './sync-page.ts';

/** A browser with nothing in it yet, behind a network of its own, and somebody new who is signed in. */
export interface Device {
  user: User;
  session: Session;
  proxy: FaultProxy;
  context: BrowserContext;
  /** A tab in which this person, or somebody else, works. */
  open(session?: Session): Promise<SyncTab>;
  sessionOf(user: User): Promise<Session>;
  /** The service as this person reaches it over a good network. */
  remote: RemoteClient;
  /** The service has this of this person, or of somebody else, and nothing more. */
  expectArrived(recorded: readonly Recorded[], user?: User): Promise<void>;
}

export interface SyncTab {
  page: Page;
  record(booking: number, photos?: number): Promise<Recorded>;
  flush(): Promise<SyncStatus>;
  /** Asks to send now until nothing is left. */
  untilSent(): Promise<void>;
  events(): Promise<KerbsideEvent[]>;
}

export interface SyncLab {
  service: RunningService;
  newDevice(network?: FaultProxyOptions): Promise<Device>;
  /** Away with the devices there are. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The reference service, a Chromium, and an app (sync-page.ts) that takes photos of about 20 kB; `files` are beside it. */
export async function startSyncLab(files: Record<string, Uint8Array> = {}): Promise<SyncLab> {
  const photo = await jpegPhoto({ seed: 7, width: 320, height: 240 });
  const [browser, pages, service] = await Promise.all([
    sharedChromium(),
    servePages({ ...files, '/photo.jpg': photo }),
    startService(),
  ]);
  const ends: (() => Promise<void>)[] = [];
  const reset = async () => {
    for (const end of ends.splice(0)) await end();
  };
  return {
    service,
    async newDevice(network = { passesKeys: false }) {
      const context = await browser.newContext();
      const proxy = await startFaultProxy(service.url, network);
      ends.push(() => context.close(), proxy.close);
      const sessionOf = async (of: User) => ({
        baseUrl: proxy.url,
        userId: of.id,
        token: await service.tokenFor(of),
        graceMs: 200,
      });
      const user = { id: crypto.randomUUID() };
      const session = await sessionOf(user);
      const remoteOf = async (of: User) => {
        const token = await service.tokenFor(of);
        return createRemoteClient({ baseUrl: service.url, getToken: () => token });
      };
      return {
        user,
        session,
        proxy,
        context,
        sessionOf,
        open: async (given = session) => openTab(await context.newPage(), pages.url, given),
        remote: await remoteOf(user),
        expectArrived: async (recorded, of = user) => expectAllOnce(await remoteOf(of), recorded),
      };
    },
    reset,
    async close() {
      await reset();
      await pages.close();
      await service.close();
    },
  };
}

async function openTab(page: Page, origin: string, session: Session): Promise<SyncTab> {
  await page.goto(`${origin}/page?module=sync-page`);
  await page.waitForFunction(() => 'syncPage' in window);
  await page.evaluate((given) => window.syncPage.open(given), session);
  const flush = () => page.evaluate(() => window.syncPage.flush());
  return {
    page,
    flush,
    record: (booking, photos = 2) =>
      page.evaluate((given) => window.syncPage.record(...given), [booking, photos, true] as const),
    async untilSent() {
      for (;;) {
        const { operations, blocked } = await flush();
        expect(blocked).toEqual([]);
        if (totalOf(operations) === 0) return;
        await sleep(50);
      }
    },
    events: () => page.evaluate(() => window.syncPage.events()),
  };
}

export function totalOf(operations: SyncStatus['operations']): number {
  return Object.values(operations).reduce((sum, count) => sum + count, 0);
}
