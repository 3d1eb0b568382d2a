import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlainService, startPlainService } from './plain-service.ts';
import type { Served } from './serve.ts';
import { servePages } from './serve-pages.ts';
import { sharedChromium } from './shared-chromium.ts';

/** F16: one of two tabs sends. If it crashes, the other takes over. */

let served: Served;
let context: BrowserContext;
let service: PlainService;
beforeAll(async () => {
  [served, service] = await Promise.all([servePages(), startPlainService({ responseDelayMs: 100 })]);
  context = await (await sharedChromium()).newContext();
});
afterAll(async () => {
  await context.close();
  await service.close();
  await served.close();
});

async function openTab(token: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${served.url}/page?module=sync-tabs-page`);
  await page.waitForFunction(() => window.syncTab !== undefined);
  await page.evaluate(([url, name]) => window.syncTab.open(url, name), [service.url, token] as const);
  return page;
}

const callsBy = (token: string) => service.calls.filter((call) => call.token === token);

// Proves fault F16.
test('one tab sends; if it crashes, the other takes over without duplicates', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  await second.evaluate(() => window.syncTab.record(40));
  await expect.poll(() => callsBy('first').length).toBeGreaterThan(5);
  expect(callsBy('second')).toEqual([]);

  // Crashes like a tab that is out of memory.
  const devtools = await context.newCDPSession(first);
  await Promise.race([devtools.send('Page.crash'), first.waitForEvent('crash')]).catch(() => {});

  await expect.poll(() => second.evaluate(() => window.syncTab.left())).toBe(0);
  // No request of the first tab after a request of the second.
  const tokens = service.calls.map(({ token }) => token);
  expect(tokens.indexOf('second')).toBe(tokens.lastIndexOf('first') + 1);
  expect(service.calls).toHaveLength(40);
  expect(new Set(service.calls.map(({ operationId }) => operationId)).size).toBe(40);
});
