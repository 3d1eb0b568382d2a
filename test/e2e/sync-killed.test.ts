// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../server/index.ts';
import { type S3Server, startS3Server } from '../../server/test-support/s3-server.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { seededRandom } from '../fixtures/random.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { FAULTS, faultSchedule } from './fault-schedule.ts';
import { type KillableChromium, startKillableChromium } from './killable-chromium.ts';
import type { Served } from './serve.ts';
import { servePages } from './serve-pages.ts';
import { expectAllOnce } from './sync-checks.ts';
import type { Recorded, Session } from './sync-page.ts';

/** A working day offline: a short one in `npm test`, a full one in `npm run test:soak`. */
const DAY =
  process.env.KERBSIDE_SOAK === undefined
    ? { inspections: 4, photos: 5, bytes: 100_000, faultyRequests: 60, kills: 1, minutes: 5 }
    : { inspections: 30, photos: 20, bytes: 950_000, faultyRequests: 600, kills: 8, minutes: 30 };
/** How photos reach the service: through it, or straight to its bucket. */
const WAYS = ['as forms', 'straight to the bucket'] as const;
const random = seededRandom(20_260_728);
const user = { id: 'inspector' };

let pages: Served;
let folder: string;
let service: RunningService;
let proxy: FaultProxy;
let bucket: { server: S3Server; proxy: FaultProxy } | undefined;
let running: KillableChromium | undefined;
const log: string[] = [];

beforeAll(async () => {
  const photo = await jpegPhoto({ seed: 7, width: 1600, height: 1200, bytes: DAY.bytes });
  pages = await servePages({ '/photo.jpg': photo });
});
afterAll(() => pages?.close());

async function startRemote(way: (typeof WAYS)[number]): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'kerbside-sync-'));
  bucket = way === 'as forms' ? undefined : await startBucket();
  const s3 = bucket && { s3: { ...bucket.server.options, publicEndpoint: bucket.proxy.url } };
  service = await startService({ data: join(folder, 'service'), ...s3, log: (line) => log.push(line) });
  proxy = await startFaultProxy(service.url, { forwardsIdempotencyKeys: false });
}

async function startBucket(): Promise<NonNullable<typeof bucket>> {
  const server = await startS3Server();
  return {
    server,
    proxy: await startFaultProxy(server.options.endpoint, {
      forwardsIdempotencyKeys: true,
      forwardsHost: true,
    }),
  };
}

afterEach(async () => {
  await running?.kill();
  await proxy.close();
  await service.close();
  await bucket?.proxy.close();
  await bucket?.server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test.each(WAYS)(
  // Proves fault F10.
  `${DAY.inspections} inspections of ${DAY.photos} photos, recorded offline, arrive once each over a bad network while the browser is killed ${DAY.kills} times: photos %s`,
  async (way) => {
    await startRemote(way);
    const token = await service.tokenFor(user);
    const session = { baseUrl: proxy.url, userId: user.id, token };

    proxy.isOpen = false;
    const recorded = await recordDay(session);
    await running?.kill();
    expect(proxy.applied).toEqual([]);

    proxy.isOpen = true;
    proxy.fault = faultSchedule({ seed: 5, share: 0.5, requests: DAY.faultyRequests });
    if (bucket) bucket.proxy.fault = createBucketFaults();
    const photos = photoCount();
    for (let kill = 1; kill <= DAY.kills; kill += 1) {
      await openPage(session);
      await waitForPhotos((photos * kill) / (DAY.kills + 1));
      await sleep(random.between(0, 300));
      await running?.kill();
    }
    await openPage(session);
    await flushUntilEmpty();

    expect(log).toEqual([]);
    expect(new Set(proxy.injected)).toEqual(new Set(FAULTS));
    if (bucket) expect(bucket.proxy.applied.length).toBeGreaterThan(photos / 2);
    await expectAllOnce(createRemoteClient({ baseUrl: service.url, getToken: () => token }), recorded);
  },
  DAY.minutes * 60_000,
);

/** Every fourth request, in turn. */
function createBucketFaults(): () => (typeof FAULTS)[number] | undefined {
  const faults = ['no connection', 'response lost', 'portal', 'unavailable'] as const;
  let requests = 0;
  return () => {
    requests += 1;
    return requests % 4 === 0 ? faults[(requests / 4) % faults.length] : undefined;
  };
}

function photoCount(): number {
  return DAY.inspections * DAY.photos;
}

async function openPage(session: Session): Promise<KillableChromium> {
  const chromium = await startKillableChromium(join(folder, 'profile'));
  running = chromium;
  await chromium.page.goto(`${pages.url}/page?module=sync-page`);
  await chromium.page.waitForFunction(() => 'syncPage' in window);
  await chromium.page.evaluate((given) => window.syncPage.open(given), session);
  return chromium;
}

async function recordDay(session: Session): Promise<Recorded[]> {
  const { page } = await openPage(session);
  const recorded: Recorded[] = [];
  for (let booking = 0; booking < DAY.inspections; booking += 1) {
    const call = [booking, DAY.photos, booking % 2 === 0] as const;
    recorded.push(await page.evaluate((given) => window.syncPage.record(...given), call));
  }
  return recorded;
}

async function waitForPhotos(count: number): Promise<void> {
  const arrived = () => proxy.applied.filter((line) => line.endsWith('/images')).length;
  while (arrived() < count) await sleep(20);
}

/** Flushes until the outbox is empty. */
async function flushUntilEmpty(): Promise<void> {
  for (;;) {
    const status = await running?.page.evaluate(() => window.syncPage.flush());
    expect(status?.blocked).toEqual([]);
    if (status && Object.values(status.operations).every((count) => count === 0)) return;
    await sleep(50);
  }
}
