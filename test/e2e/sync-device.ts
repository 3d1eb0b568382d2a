import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import type { RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import type { SyncStatus } from '../../src/domain/api/sync-status.ts';
import type { KerbsideEvent } from '../../src/domain/events.ts';
import { createRemoteClient, type RemoteClient } from '../../src/remote/client.ts';
import type { User } from '../../src/rules/rule.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy.ts';
import { servePages } from './serve-pages.ts';
import { sharedChromium } from './shared-chromium.ts';
import { expectAllOnce } from './sync-checks.ts';
import type { Recorded, Session } from './sync-page.ts';

/** An empty browser profile with its own network and a new user. */
export interface Device {
  user: User;
  session: Session;
  proxy: FaultProxy;
  context: BrowserContext;
  /** Opens a tab for this user or for another session. */
  open(session?: Session): Promise<SyncTab>;
  sessionOf(user: User): Promise<Session>;
  /** A client of this user without network faults. */
  remote: RemoteClient;
  /** Checks that the service has exactly these inspections of the user. */
  expectArrived(recorded: readonly Recorded[], user?: User): Promise<void>;
}

export interface SyncTab {
  page: Page;
  record(booking: number, photos?: number): Promise<Recorded>;
  flush(): Promise<SyncStatus>;
  /** Flushes until the outbox is empty. */
  flushUntilEmpty(): Promise<void>;
  events(): Promise<KerbsideEvent[]>;
}

export interface SyncLab {
  service: RunningService;
  newDevice(network?: FaultProxyOptions): Promise<Device>;
  /** Closes all devices. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the reference service, Chromium, and an app (sync-page.ts) with photos of 20 kB. Serves `files` by path. */
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
    async newDevice(network = { forwardsIdempotencyKeys: false }) {
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
    async flushUntilEmpty() {
      for (;;) {
        const { operations, blocked } = await flush();
        expect(blocked).toEqual([]);
        if (countOperations(operations) === 0) return;
        await sleep(50);
      }
    },
    events: () => page.evaluate(() => window.syncPage.events()),
  };
}

export function countOperations(operations: SyncStatus['operations']): number {
  return Object.values(operations).reduce((sum, count) => sum + count, 0);
}
