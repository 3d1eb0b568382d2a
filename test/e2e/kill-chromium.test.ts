// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { jpegPhoto } from '../fixtures/photos.ts';
import { seededRandom } from '../fixtures/random.ts';
import { expectConsistentRecords, expectResolvedCallsStored } from './kill-checks.ts';
import type { Found, Resolved } from './kill-page.ts';
import { type KillableChromium, startKillableChromium } from './killable-chromium.ts';
import type { Served } from './serve.ts';
import { servePages } from './serve-pages.ts';
import { tearLog } from './torn-log.ts';

/** Number of kills per test. The second kill runs on the data that the first left. `npm run test:soak` kills more often. */
const KILLS = process.env.KERBSIDE_SOAK === undefined ? 2 : 10;
const random = seededRandom(20_260_727);
let served: Served;
let profile: string;
let running: KillableChromium | undefined;

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

// Proves fault F10.
test('a killed browser keeps every resolved addOne and leaves no partial record', async () => {
  const resolved = await killRepeatedly(KILLS, (page) => page.evaluate(() => window.killPage.addPhotos(3)));
  expect(resolved.length).toBeGreaterThanOrEqual(KILLS);
});

test('a killed browser stores a createOne with images completely or not at all', async () => {
  const count = 4;
  const resolved = await killRepeatedly(
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

test('a kill that truncates the database log loses no record, now or at a later start', async () => {
  const resolved = await killRepeatedly(KILLS, (page) => page.evaluate(() => window.killPage.addPhotos(3)), {
    afterKill: () => tearLog(profile),
  });
  expect(resolved.length).toBeGreaterThanOrEqual(KILLS);
});

/** Kills the browser during `work` in each round, and checks the stored data at each start. */
async function killRepeatedly(
  rounds: number,
  work: (page: Page) => Promise<never>,
  { expectMore, afterKill }: { expectMore?: (found: Found) => void; afterKill?: () => void } = {},
): Promise<Resolved[]> {
  const resolved: Resolved[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const chromium = await startKillableChromium(profile);
    running = chromium;
    let resolveFirst = () => {};
    const first = new Promise<void>((resolve) => {
      resolveFirst = resolve;
    });
    await chromium.page.exposeFunction('resolved', (call: Resolved) => {
      resolved.push(call);
      resolveFirst();
    });
    await chromium.page.goto(`${served.url}/page?module=kill-page`);
    await chromium.page.waitForFunction(() => 'killPage' in window);
    const found = await chromium.page.evaluate(() => window.killPage.readAll());
    expectResolvedCallsStored(found, resolved);
    expectConsistentRecords(found);
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
