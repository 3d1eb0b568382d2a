// @module-tag long
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { built } from '../fixtures/built.ts';
import { type SyncLab, startSyncLab } from './sync-device.ts';
import type { Session } from './sync-page.ts';

/** F16: the service worker also sends. sync-tabs.test.ts tests several tabs. */

/** sync-worker.ts without a bundler: it loads the built library. */
const PLAIN = `
import { openKerbside, remoteSync, sendInBackground, serveKerbside } from '/kerbside/sw-sync.js';
const { userId, baseUrl, token } = JSON.parse(atob(decodeURIComponent(location.search.slice(1))));
const sync = remoteSync({ baseUrl, getToken: () => token, upload: { adaptive: false } });
serveKerbside();
sendInBackground(() => openKerbside({ user: { id: userId }, database: 'sync', sync }), { database: 'sync' });
`;

let lab: SyncLab;
beforeAll(async () => {
  lab = await startSyncLab({
    '/plain-worker.js': new TextEncoder().encode(PLAIN),
    '/kerbside/sw-sync.js': readFileSync(built('dist/browser/sw-sync.js')),
  });
});
afterAll(() => lab?.close());

test.each(['/sync-worker.js', '/plain-worker.js'])(
  // Proves fault F16.
  'the service worker %s sends the operations left by the last closed tab',
  async (script) => {
    const { open, proxy, session, context, expectArrived } = await lab.newDevice();
    proxy.isOpen = false;
    const tab = await open();
    const recorded = await tab.record(1);
    const { origin } = new URL(tab.page.url());
    await tab.page.goto(`${origin}/photo.jpg`); // a page of the same origin without the app
    const devtools = await context.newCDPSession(tab.page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated');
        if (active) resolve(active.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await tab.page.evaluate(registerWorker, [script, session] as const);
    const registrationId = await registered;

    proxy.isOpen = true;
    const event = { origin, registrationId, tag: 'kerbside:sync', lastChance: false };
    // Now, and repeatedly if operations remain, like the browser but more often.
    const wake = () => devtools.send('ServiceWorker.dispatchSyncEvent', event);
    const retry = setInterval(() => void wake().catch(() => {}), 20_000);
    onTestFinished(() => clearInterval(retry));
    await wake();
    await expect.poll(() => proxy.applied.length).toBe(12);
    await expectArrived([recorded]);
  },
);

/** Runs in a page. */
async function registerWorker([script, session]: readonly [string, Session]): Promise<void> {
  const query = encodeURIComponent(btoa(JSON.stringify(session)));
  await navigator.serviceWorker.register(`${script}?${query}`, { type: 'module' });
}
