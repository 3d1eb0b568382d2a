// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Redirect } from './fault-proxy.ts';
import { type Portal, startPortal } from './portal.ts';
import { type SyncLab, startSyncLab } from './sync-device.ts';

/** Photos are uploaded by XMLHttpRequest, which follows redirects: docs/security.md. */

let lab: SyncLab;
let portal: Portal | undefined;
beforeAll(async () => {
  lab = await startSyncLab();
});
afterEach(async () => {
  await lab.reset();
  await portal?.close();
  portal = undefined;
});
afterAll(() => lab?.close());

/** Sends an inspection of one photo, whose first upload is redirected. Returns why that upload failed. */
async function sendRedirected(redirect: Redirect): Promise<string> {
  const { open, proxy, expectArrived } = await lab.newDevice();
  proxy.fault = (line) => (/^POST .*\/images$/.test(line) ? redirect : undefined);
  const tab = await open();
  const recorded = await tab.record(1, 1);
  await tab.flush();
  // Not the status: it has no `pauseCause` if a small request has succeeded since the upload failed.
  const paused = (await tab.events()).find((event) => event.type === 'sync.paused');
  proxy.fault = () => undefined;
  await tab.flushUntilEmpty();
  await expectArrived([recorded]);
  return paused?.cause.message ?? '';
}

const listBodies = ({ received }: Portal) => received.filter(({ bytes }) => bytes > 0);

// Proves fault F15.
test('an upload that is redirected to another origin gives it no photo', async () => {
  portal = await startPortal({ allowsCors: false });
  await sendRedirected({ status: 307, location: `${portal.url}/login` });
  expect(portal.received).not.toEqual([]); // the preflight
  expect(listBodies(portal)).toEqual([]);
});

test.each([
  [302, false],
  [307, true], // a page cannot prevent that the browser sends the photo again
] as const)(
  // Proves fault F15.
  'a %i to an origin that allows every request and responds like the service delivers nothing',
  async (status, isPhotoSent) => {
    portal = await startPortal({ allowsCors: true });
    const message = await sendRedirected({ status, location: `${portal.url}/login?secret=1` });
    expect(message).toContain(`was redirected to ${portal.url};`);
    expect(message).not.toContain('secret');
    expect(listBodies(portal).length > 0).toBe(isPhotoSent);
  },
);

test('an upload that is redirected to another path of the service delivers nothing', async () => {
  expect(await sendRedirected({ status: 307, location: '/v1/other' })).toContain('was redirected to http');
});
