import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SyncLab, startSyncLab } from './sync-device.ts';
import type { Session } from './sync-page.ts';

/** F16: the service worker is one more that may send. Several tabs are in sync-tabs.test.ts. */

let lab: SyncLab;
beforeAll(async () => {
  lab = await startSyncLab();
});
afterAll(() => lab?.close());

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
  const registrationId = await registered;

  proxy.isOpen = true;
  const event = { origin, registrationId, tag: 'kerbside:sync', lastChance: false };
  await devtools.send('ServiceWorker.dispatchSyncEvent', event);
  await expect.poll(() => proxy.done.length).toBe(12);
  await expectArrived([recorded]);
});

/** Runs in a page. */
async function registerWorker(session: Session): Promise<void> {
  const query = encodeURIComponent(btoa(JSON.stringify(session)));
  await navigator.serviceWorker.register(`/sync-worker.js?${query}`, { type: 'module' });
}
