// npm run bench -- outbox: Kerbside's outbox compared with a plain idb queue and workbox-background-sync, in Chromium: the
// cost of an operation, the throughput, and what arrives over an unreliable network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startService } from '../../server/index.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { startFaultProxy } from '../../test/e2e/fault-proxy.ts';
import { startPlainService } from '../../test/e2e/plain-service.ts';
import { serveModules, startChromiumOn } from '../../test/e2e/serve.ts';
import { finish } from '../lib/report.ts';
import { atMost, milliseconds, type Row, row } from '../lib/row.ts';
import type { OutboxBenchOptions, OutboxBenchResult, Way } from './page.ts';

const NAMES: Record<Way, string> = { idb: 'plain idb queue', workbox: 'workbox queue', kerbside: 'Kerbside' };
const counts = { enqueues: 150, operations: 400, rounds: 3 };
const bookings = 40;

interface Arrived {
  lost: number;
  doubled: number;
}

const profile = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
try {
  await measure();
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(): Promise<void> {
  const [service, served] = await Promise.all([startPlainService(), serveModules()]);
  const context = await startChromiumOn(profile);
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${served.url}/page?module=/bench/outbox/page.ts`);
    await page.waitForFunction(() => 'outboxBench' in window);
    const options: OutboxBenchOptions = { ...counts, baseUrl: service.url };
    const result = await page.evaluate((asked) => window.outboxBench(asked), options);
    const arrived = await overBadNetwork(page);
    report(result, arrived, context.browser()?.version() ?? 'unknown');
  } finally {
    await context.close();
    await Promise.all([served.close(), service.close()]);
  }
}

/** The reference service without idempotency keys. Of every 5 creates, 1 loses its response and 1 gets a 503. */
async function overBadNetwork(page: Page): Promise<Record<Way, Arrived>> {
  const service = await startService();
  const arrived = {} as Record<Way, Arrived>;
  try {
    for (const way of Object.keys(NAMES) as Way[]) {
      const proxy = await startFaultProxy(service.url, { forwardsIdempotencyKeys: false });
      let creations = 0;
      proxy.fault = (line) => {
        if (!line.startsWith('POST')) return undefined;
        creations += 1;
        return creations % 5 === 2 ? 'response lost' : creations % 5 === 4 ? 'unavailable' : undefined;
      };
      const user = { id: crypto.randomUUID() };
      const token = await service.tokenFor(user);
      const asked = { way, baseUrl: proxy.url, token, userId: user.id, bookings };
      await page.evaluate((options) => window.badNetwork(options), asked);
      await proxy.close();
      arrived[way] = await count(service.url, token);
    }
    return arrived;
  } finally {
    await service.close();
  }
}

async function count(baseUrl: string, token: string): Promise<Arrived> {
  const remote = createRemoteClient({ baseUrl, getToken: () => token });
  const { data } = await remote.inspections.getMany({ limit: 500, showDeleted: true });
  const different = new Set(data.map(({ additionalData }) => additionalData?.booking)).size;
  return { lost: bookings - different, doubled: data.length - different };
}

function report(result: OutboxBenchResult, arrived: Record<Way, Arrived>, browser: string): void {
  const { enqueue, replay } = result;
  const ways = Object.keys(NAMES) as Way[];
  const against = (way: Way, base: number, { median }: { median: number }) =>
    way === 'kerbside' ? { ratio: median / base } : {};
  const rows: Row[] = [
    row('enqueue, plain idb queue, strict', milliseconds(enqueue.idbStrict)),
    ...ways.map((way) =>
      row(`enqueue, ${NAMES[way]}`, {
        ...milliseconds(enqueue[way]),
        ...against(way, enqueue.idbStrict.median, enqueue[way]),
      }),
    ),
    ...ways.map((way) =>
      row(`replay of ${counts.operations}, ${NAMES[way]}`, {
        ...milliseconds(replay[way]),
        ...against(way, replay.idb.median, replay[way]),
      }),
    ),
    ...ways.flatMap((way) => {
      const target = way === 'kerbside' ? atMost(0) : undefined;
      return [
        row(`bad network, ${NAMES[way]}: lost of ${bookings}`, { figure: arrived[way].lost }, target),
        row(`bad network, ${NAMES[way]}: doubled`, { figure: arrived[way].doubled }, target),
      ];
    }),
  ];
  finish({ bench: 'outbox', browser, rows, details: { counts, bookings } });
}
