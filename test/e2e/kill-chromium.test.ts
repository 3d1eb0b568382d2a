import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { jpegPhoto } from '../fixtures/photos.ts';
import { seededRandom } from '../fixtures/random.ts';
import { expectAllThere, expectNoHalves } from './kill-checks.ts';
import { type MortalChromium, startMortalChromium } from './kill-chromium.ts';
import type { Found, Resolved } from './kill-page.ts';
import type { Served } from './serve.ts';
import { servePages } from './serve-pages.ts';
import { tearLog } from './torn-log.ts';

/** How often the browser is killed, once on what another kill left at least: `npm run test:soak` does it more often. */
const KILLS = process.env.KERBSIDE_SOAK === undefined ? 2 : 10;
const random = seededRandom(20_260_727);
let served: Served;
let profile: string;
let running: MortalChromium | undefined;

beforeAll(async () => {
  const photo = await jpegPhoto({ seed: 7, width: 1600, height: 1200, quality: 90, bytes: 950_000 });
  served = await servePages({ '/photo.jpg': photo });
});
afterAll(() => served?.close());

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'kerbside-kill-'));
});
afterEach(async () => {
  await running?.kill();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

test('a killed browser loses no addOne that had resolved, and leaves no half record', async () => {
  const resolved = await killInTheMiddle(KILLS, (page) => page.evaluate(() => window.killPage.addPhotos(3)));
  expect(resolved.length).toBeGreaterThanOrEqual(KILLS);
});

test('a killed browser keeps a createOne with images whole or not at all', async () => {
  const count = 4;
  const resolved = await killInTheMiddle(
    KILLS,
    (page) => page.evaluate((photos) => window.killPage.createWithPhotos(photos), count),
    {
      expectMore: ({ inspections }) => {
        for (const { id, images } of inspections) expect(images, id).toHaveLength(count);
      },
    },
  );
  expect(resolved.length).toBeGreaterThanOrEqual(KILLS);
});

test('a kill that tears the log of the database costs nothing, at the next start or any later one', async () => {
  const resolved = await killInTheMiddle(KILLS, (page) => page.evaluate(() => window.killPage.addPhotos(3)), {
    afterKill: () => tearLog(profile),
  });
  expect(resolved.length).toBeGreaterThanOrEqual(KILLS);
});

/** Each round runs on what the kills before it left behind, which is checked before and after. */
async function killInTheMiddle(
  rounds: number,
  work: (page: Page) => Promise<never>,
  { expectMore, afterKill }: { expectMore?: (found: Found) => void; afterKill?: () => void } = {},
): Promise<Resolved[]> {
  const resolved: Resolved[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const chromium = await startMortalChromium(profile);
    running = chromium;
    let tellFirst = () => {};
    const first = new Promise<void>((resolve) => {
      tellFirst = resolve;
    });
    await chromium.page.exposeFunction('resolved', (call: Resolved) => {
      resolved.push(call);
      tellFirst();
    });
    await chromium.page.goto(`${served.url}/page?module=kill-page`);
    await chromium.page.waitForFunction(() => 'killPage' in window);
    const found = await chromium.page.evaluate(() => window.killPage.readAll());
    expectAllThere(found, resolved);
    expectNoHalves(found);
    expectMore?.(found);
    if (round < rounds) {
      const died = work(chromium.page).catch(() => {});
      await first;
      await sleep(random.between(0, 600));
      await chromium.kill();
      await died;
      afterKill?.();
    }
  }
  return resolved;
}
