import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SyncLab, startSyncLab } from './sync-device.ts';
import type { Session } from './sync-page.ts';

/** F16: several tabs and a service worker, of which one sends. */

const SENDER = 'kerbside:sync:sender';

let lab: SyncLab;
beforeAll(async () => {
  lab = await startSyncLab();
});
afterEach(() => lab.reset());
afterAll(() => lab?.close());

const isImage = (line: string) => line.endsWith('/images');

test('of two tabs one sends; when its process dies, the other takes over within a second', async () => {
  const { open, proxy, expectArrived } = await lab.newDevice();
  proxy.isOpen = false;
  const [first, second] = [await open(), await open()];
  const recorded = [await first.record(1, 4), await second.record(2, 4)];
  proxy.fault = (line) => (isImage(line) ? 'slow' : undefined);
  proxy.isOpen = true;
  void first.flush().catch(() => {});
  await expect.poll(() => proxy.done.some(isImage), { timeout: 30_000 }).toBe(true);

  const takenOver = second.page.evaluate(untilSenderChanges, SENDER);
  await second.page.evaluate(() => 'the one before has begun');
  const died = await crash(first.page);
  expect((await takenOver) - died).toBeLessThan(1_000);

  await second.untilSent();
  await expectArrived(recorded);
});

test('the service worker sends what was left when the last tab was closed', async () => {
  const { open, proxy, session, context, expectArrived } = await lab.newDevice();
  proxy.isOpen = false;
  const tab = await open();
  const recorded = await tab.record(1);
  const { origin } = new URL(tab.page.url());
  await tab.page.goto(`${origin}/photo.jpg`); // a page of the app in which nothing runs
  const devtools = await context.newCDPSession(tab.page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await tab.page.evaluate(registerWorker, session);

  proxy.isOpen = true;
  const registrationId = await registered;
  const event = { origin, registrationId, tag: 'kerbside:sync', lastChance: false };
  await devtools.send('ServiceWorker.dispatchSyncEvent', event);
  await expect.poll(() => proxy.done.length, { timeout: 60_000 }).toBe(12);
  await expectArrived([recorded]);
});

/** Ends the process of a tab, and answers when that was. The command itself is never answered. */
async function crash(page: Page): Promise<number> {
  const died = page.waitForEvent('crash').then(() => Date.now());
  const devtools = await page.context().newCDPSession(page);
  void devtools.send('Page.crash').catch(() => {});
  return died;
}

/** Runs in a page: resolves with the time at which somebody else has the lock. */
async function untilSenderChanges(name: string): Promise<number> {
  const holder = async () =>
    (await navigator.locks.query()).held?.find((lock) => lock.name === name)?.clientId;
  const before = await holder();
  for (;;) {
    const now = await holder();
    if (now !== undefined && now !== before) return Date.now();
  }
}

/** Runs in a page. In base 64, because dots in an address are taken for the type of the file. */
async function registerWorker(session: Session): Promise<void> {
  const query = encodeURIComponent(btoa(JSON.stringify(session)));
  await navigator.serviceWorker.register(`/test/e2e/sync-worker.ts?${query}`, { type: 'module' });
}
