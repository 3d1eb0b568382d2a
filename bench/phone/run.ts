// npm run bench -- phone: the page of npm run bench:phone in headless Chromium at the width of a phone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../../test/e2e/pages/field-browser.ts';
import { finish } from '../lib/report.ts';
import { type Row, row } from '../lib/row.ts';
import { type Measurement, type Result, slowDown } from './result.ts';
import { servePhoneBench } from './server/serve.ts';

const RUNS = 50;
const SUSTAINED_SECONDS = 20;
const MINUTES = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
try {
  report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(): Promise<Result> {
  const results: Result[] = [];
  const bench = await servePhoneBench({
    port: 0,
    results: join(folder, 'results'),
    outDir: join(folder, 'page'),
    onKept: (result) => results.push(result),
  });
  // Without this flag a memory measurement waits for the next garbage collection, for up to 20 s.
  const browser = await launch('--enable-blink-features=ForceEagerMeasureMemory');
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(bench.url);
    await page.getByLabel('Runs of each').fill(String(RUNS));
    await page.getByLabel('Sustained run, seconds').fill(String(SUSTAINED_SECONDS));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Stored on the computer as').waitFor({ timeout: 20 * MINUTES });
  } finally {
    await browser.close();
    await bench.close();
  }
  const [result] = results;
  if (!result) throw new Error('The page has sent no result');
  return result;
}

function report(result: Result): void {
  const { measurements, left, sustained, device } = result;
  const rows = measurements.flatMap(createRows);
  if (sustained)
    rows.push(
      row(`sustained ${sustained.seconds} s: last tenth, of the first`, { ratio: slowDown(sustained) }),
    );
  finish({
    bench: 'phone',
    browser: device.browser,
    rows,
    skipped: left.map(({ engine, reason }) => `${engine}: ${reason}`),
    details: result,
  });
}

function createRows({
  task,
  engine,
  threads,
  total,
  before,
  after,
  models,
  warmUpMs,
  runs,
}: Measurement): Row[] {
  const where = `${task}, ${engine}${threads > 1 ? `, ${threads} threads` : ''}`;
  return [
    row(`${where}: a photo`, { figure: total.p50, p90: total.p90, unit: 'ms', runs }),
    row(`${where}: before the model`, { figure: before.p50, p90: before.p90, unit: 'ms', runs }),
    ...models.flatMap(({ name, sessionMs, run }) => [
      row(`${where}: model ${name}`, { figure: run.p50, p90: run.p90, unit: 'ms', runs }),
      row(`${where}: session ${name}`, { figure: sessionMs, unit: 'ms' }),
    ]),
    row(`${where}: after`, { figure: after.p50, p90: after.p90, unit: 'ms', runs }),
    row(`${where}: first run`, { figure: warmUpMs, unit: 'ms' }),
  ];
}
