// npm run bench -- sync: what sending safely costs, in a real Chromium against a local HTTP server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlainService } from '../../test/e2e/plain-service.ts';
import { serveModules, startChromiumOn } from '../../test/e2e/serve.ts';
import type { Summary } from '../lib/samples.ts';
import { table } from '../lib/table.ts';
import type { SyncBenchOptions, SyncBenchResult } from './page.ts';

const counts = { operations: 1_000, rounds: 3, concurrency: 4, enqueues: 200, queued: 100_000 };

const profile = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
try {
  report(await measure());
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(): Promise<SyncBenchResult & { browser: string }> {
  const [service, slow, served] = await Promise.all([
    startPlainService(),
    startPlainService({ answerAfterMs: 20 }),
    serveModules(),
  ]);
  const context = await startChromiumOn(profile);
  try {
    const page = await context.newPage();
    await page.goto(`${served.url}/page?module=/bench/sync/page.ts`);
    await page.waitForFunction(() => 'syncBench' in window);
    const options: SyncBenchOptions = { ...counts, baseUrl: service.url, slowUrl: slow.url };
    const result = await page.evaluate((asked) => window.syncBench(asked), options);
    return { ...result, browser: context.browser()?.version() ?? 'unknown' };
  } finally {
    await context.close();
    await Promise.all([served.close(), service.close(), slow.close()]);
  }
}

function report(result: SyncBenchResult & { browser: string }): void {
  const { replay, enqueue, start } = result;
  const throughput = replay.bare.median / replay.kerbside.median;
  const slowdown = enqueue.sending.median / enqueue.alone.median;
  const rows = [
    row(`${counts.operations} requests, bare loop of ${counts.concurrency}`, replay.bare),
    row(
      `${counts.operations} operations replayed`,
      replay.kerbside,
      throughput.toFixed(2),
      verdict(throughput >= 0.8, '≥ 0.8'),
    ),
    row('enqueue, nothing sent', enqueue.alone),
    row('enqueue while sending', enqueue.sending, slowdown.toFixed(2), verdict(slowdown <= 1.3, '≤ 1.3')),
    row('first request, 20 operations queued', start.few),
    row(
      `first request, ${counts.queued} queued`,
      start.many,
      '',
      verdict(start.many.median <= 1_000, '≤ 1,000 ms'),
    ),
  ];
  console.log(table(['', 'median ms', 'p90 ms', 'runs', 'ratio', 'target'], rows));
  console.log(JSON.stringify({ bench: 'sync', ...counts, ...result }));
}

function row(what: string, { median, p90, runs }: Summary, ratio = '', target = ''): string[] {
  return [what, median.toFixed(2), p90.toFixed(2), String(runs), ratio, target];
}

function verdict(holds: boolean, target: string): string {
  return `${target} ${holds ? 'holds' : 'MISSED'}`;
}
