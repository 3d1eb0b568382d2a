// npm run bench -- store: the cost of the store, in Chromium with a profile on disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveModules, startChromiumOn } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, milliseconds, row } from '../lib/row.ts';
import type { Summary } from '../lib/samples.ts';
import type { StoreBenchOptions, StoreBenchResult } from './page.ts';

const options: StoreBenchOptions = {
  few: 10,
  many: 5_000,
  rounds: { getOne: 400, addOne: 100, photo: 80 },
};

const profile = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
try {
  report(await measure());
} finally {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(): Promise<StoreBenchResult & { browser: string }> {
  const [tiny, small, large] = await Promise.all([
    jpegPhoto({ seed: 1, width: 64, height: 48, quality: 30 }),
    jpegPhoto({ seed: 2, width: 1024, height: 768, bytes: 100_000 }),
    jpegPhoto({ seed: 3, width: 2048, height: 1536, bytes: 1_200_000 }),
  ]);
  const served = await serveModules({ '/tiny.jpg': tiny, '/small.jpg': small, '/large.jpg': large });
  const context = await startChromiumOn(profile);
  try {
    const page = await context.newPage();
    await page.goto(`${served.url}/page?module=/bench/store/page.ts`);
    await page.waitForFunction(() => 'storeBench' in window);
    const result = await page.evaluate((asked) => window.storeBench(asked), options);
    return { ...result, browser: context.browser()?.version() ?? 'unknown' };
  } finally {
    await context.close();
    await served.close();
  }
}

function report({ browser, ...result }: StoreBenchResult & { browser: string }): void {
  const few = `${options.few} inspections`;
  const many = `${options.many} inspections`;
  const photo = `addOne ${(result.photoBytes / 1e6).toFixed(1)} MB`;
  const rows = [
    ...compared('getOne', [few, result.getOne.few], [many, result.getOne.many]),
    ...compared('addOne 100 kB', [few, result.addOne.few], [many, result.addOne.many]),
    ...compared(photo, ['bare put + SHA-256', result.photo.bare], ['addOne', result.photo.addOne]),
  ];
  finish({ bench: 'store', browser, rows, details: { options, seededInMs: result.seededInMs } });
}

/** The second row is compared with the first. */
function compared(what: string, [baseName, base]: [string, Summary], [name, measured]: [string, Summary]) {
  const ratio = measured.median / base.median;
  return [
    row(`${what}, ${baseName}`, milliseconds(base)),
    row(`${what}, ${name}`, { ...milliseconds(measured), ratio }, atMost(1.5)),
  ];
}
