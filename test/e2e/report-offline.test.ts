import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import type { Kerbside } from '../../src/kerbside.ts';
import type { Reports } from '../../src/report/index.ts';
import { ensureBuilt, root } from '../fixtures/built.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { page as pageOf, serveField } from './pages/field-server.ts';
import { sharedChromium } from './shared-chromium.ts';

const STRICT =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' blob:; report-uri /violation";

/** An app without a bundler. It loads the built entry points and has its own service worker. */
const APP = `
import { openKerbside } from '/kerbside/kerbside.js';
import { repairEstimates } from '/kerbside/estimate.js';
import { createReports } from '/kerbside/report.js';
const kerbside = await openKerbside({ user: { id: 'ann' }, estimator: repairEstimates() });
const reports = createReports(kerbside, { workers: '/kerbside/workers/', timeZone: 'UTC' });
window.app = { kerbside, reports };
`;
const SHELL = [
  '/app/',
  '/app/main.js',
  ...['kerbside', 'estimate', 'report'].map((name) => `/kerbside/${name}.js`),
];
const SERVICE_WORKER = `
import { serveKerbside } from '/kerbside/sw.js';
const SHELL = ${JSON.stringify(SHELL)};
addEventListener('install', (event) =>
  event.waitUntil(caches.open('app').then((cache) => cache.addAll(SHELL)).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (SHELL.includes(pathname)) event.respondWith(caches.match(pathname));
});
serveKerbside();
`;

async function serveApp() {
  ensureBuilt();
  const text = (content: string) => new TextEncoder().encode(content);
  const built = (name: string) => new Uint8Array(readFileSync(`${root}dist/browser/${name}.js`));
  const server = await serveField({
    csp: STRICT,
    files: {
      '/app/': text(pageOf('/app/main.js')),
      '/app/main.js': text(APP),
      '/sw.js': text(SERVICE_WORKER),
      '/app/photo.jpg': await jpegPhoto({ seed: 4, width: 1280, height: 960, view: 'side' }),
      '/kerbside/estimate.js': built('estimate'),
      '/kerbside/report.js': built('report'),
    },
  });
  onTestFinished(() => server.close());
  return server;
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'app' in window);
}

declare global {
  interface Window {
    app: { kerbside: Kerbside; reports: Reports };
  }
}

test('a report is made offline under a strict policy, and is available after a reload', async () => {
  const { url, requests } = await serveApp();
  const context = await (await sharedChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await open(page, `${url}/app/`);
  const id = await page.evaluate(async () => {
    const { kerbside, reports } = window.app;
    await navigator.serviceWorker.register('/sw.js', { type: 'module' });
    await navigator.serviceWorker.ready;
    await reports.preload();
    const photo = await (await fetch('/app/photo.jpg')).blob();
    const { result } = await kerbside.inspections.createOne({ tasks: { repair_estimate: {} } });
    await kerbside.images.addOne(result, { name: 'left.jpg' }, photo);
    await kerbside.damages.createOne(result, { damageType: 'dent', partType: 'door_front_left' });
    return result;
  });

  await context.setOffline(true);
  await open(page, `${url}/app/`);
  const requestsBefore = requests.length;
  await page.evaluate(async (inspectionId) => {
    const { kerbside, reports } = window.app;
    await reports.preload(); // everything is cached
    await kerbside.tasks.updateOne(inspectionId, 'repair_estimate', { status: 'TODO' });
    await kerbside.tasks.whenDone(inspectionId, 'repair_estimate');
    await reports.requestOne(inspectionId, { pricing: true, language: 'fr' });
    await reports.whenReady(inspectionId);
  }, id);

  await open(page, `${url}/app/`);
  const pdf = await page.evaluate(async (inspectionId) => {
    const report = await window.app.reports.getOne(inspectionId);
    return [...new Uint8Array(await report.pdf.arrayBuffer())];
  }, id);
  const text = await pdfText(Uint8Array.from(pdf));
  for (const expected of ['Rapport d’inspection du véhicule', 'Débosselage', '192,50\u00a0€']) {
    expect(text).toContain(expected);
  }
  // No request to the server and no violation. The browser itself checks for a newer service worker.
  expect(requests.slice(requestsBefore).filter((path) => !path.endsWith('/sw.js'))).toEqual([]);
  expect(requests).not.toContain('/violation');
});
