// npm run bench -- sync: the cost of reliable sending, in Chromium against a local HTTP server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlainService } from '../../test/e2e/plain-service.ts';
import { serveModules, startChromiumOn } from '../../test/e2e/serve.ts';
import { finish } from '../lib/report.ts';
import { atLeast, atMost, milliseconds, row } from '../lib/row.ts';
import { measureElement } from './element.ts';
import type { SyncBenchOptions, SyncBenchResult } from './page.ts';
import { measureTakeover, type Takeover } from './takeover.ts';

interface Measured extends SyncBenchResult {
  takeover: Takeover;
  element: Awaited<ReturnType<typeof measureElement>>;
  browser: string;
}

const counts = { operations: 1_000, rounds: 3, concurrency: 4, enqueues: 200, queued: 100_000 };
const TAKEOVERS = 5;
const shown = { queued: 10_000, seconds: 10 };

const profile = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
try {
  report(await measure());
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(): Promise<Measured> {
  const [service, slow, served] = await Promise.all([
    startPlainService(),
    startPlainService({ responseDelayMs: 20 }),
    serveModules(),
  ]);
  const context = await startChromiumOn(profile);
  try {
    const page = await context.newPage();
    await page.goto(`${served.url}/page?module=/bench/sync/page.ts`);
    await page.waitForFunction(() => 'syncBench' in window);
    const options: SyncBenchOptions = { ...counts, baseUrl: service.url, slowUrl: slow.url };
    const result = await page.evaluate((asked) => window.syncBench(asked), options);
    await page.close();
    const takeover = await measureTakeover({
      context,
      pagesUrl: served.url,
      service: slow,
      rounds: TAKEOVERS,
    });
    const element = await measureElement(context, served.url, shown);
    return { ...result, takeover, element, browser: context.browser()?.version() ?? 'unknown' };
  } finally {
    await context.close();
    await Promise.all([served.close(), service.close(), slow.close()]);
  }
}

function report({ browser, replay, enqueue, start, takeover, element }: Measured): void {
  const throughput = replay.bare.median / replay.kerbside.median;
  const slowdown = enqueue.sending.median / enqueue.alone.median;
  const { operations, concurrency, queued } = counts;
  const rows = [
    row(`${operations} requests, bare loop of ${concurrency}`, milliseconds(replay.bare)),
    row(
      `${operations} operations replayed`,
      { ...milliseconds(replay.kerbside), ratio: throughput },
      atLeast(0.8),
    ),
    row('enqueue, nothing sent', milliseconds(enqueue.alone)),
    row('enqueue while sending', { ...milliseconds(enqueue.sending), ratio: slowdown }, atMost(1.3)),
    row('first request, 20 operations queued', milliseconds(start.few)),
    row(`first request, ${queued} queued`, milliseconds(start.many), atMost(1_000, 'ms')),
    row('takeover, the sending tab closed', milliseconds(takeover.closed), atMost(1_000, 'ms')),
    row('takeover, the sending tab killed', milliseconds(takeover.killed), atMost(1_000, 'ms')),
    row(
      `sync element, ${shown.queued} queued, main thread per second`,
      { figure: element.element, unit: 'ms' },
      atMost(5, 'ms'),
    ),
  ];
  finish({ bench: 'sync', browser, rows, details: { counts } });
}
