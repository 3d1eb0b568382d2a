// npm run bench -- report: a report of 20 photos in Chromium: the time an app waits for it, the processor
// time (independent of other load), and the size of the PDF.
import type { Browser, CDPSession, Page } from 'playwright';
import { serveModules, startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, milliseconds, type Row, row } from '../lib/row.ts';
import { summary } from '../lib/samples.ts';

const PHOTOS = 20;
const DAMAGES = 15;
const SIZES = [
  { name: '2048 × 1536', width: 2048, height: 1536, bytes: 800_000, rounds: 5 },
  { name: '4032 × 3024', width: 4032, height: 3024, bytes: 3_000_000, rounds: 3 },
];
/** Distinct photos. Each is used several times, because drawing 20 takes a minute. */
const SEEDS = [1, 2, 3, 4];

const browser = await startChromium();
try {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await measure(browser, size)));
  const details = { photos: PHOTOS, damages: DAMAGES, sizes: SIZES };
  finish({ bench: 'report', browser: browser.version(), rows, details });
} finally {
  await browser.close();
}

async function measure(
  chromium: Browser,
  { name, rounds, bytes, ...size }: (typeof SIZES)[number],
): Promise<Row[]> {
  const drawn = await Promise.all(SEEDS.map((seed) => jpegPhoto({ seed, ...size, bytes })));
  const served = await serveModules(
    Object.fromEntries(drawn.map((photo, index) => [`/photo-${index}.jpg`, photo])),
  );
  const page = await chromium.newPage();
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${served.url}/page?module=/bench/report/page.ts`);
    await page.waitForFunction(() => 'reportBench' in window);
    const urls = Array.from({ length: PHOTOS }, (_, index) => `/photo-${index % SEEDS.length}.jpg`);
    await page.evaluate((photos) => window.reportBench.record(photos), { urls, ...size, damages: DAMAGES });
    const devtools = await chromium.newBrowserCDPSession();
    const first: Made[] = [];
    const next: Made[] = [];
    for (let round = 0; round < rounds; round += 1) {
      first.push(await make(page, devtools, 'new'));
      next.push(await make(page, devtools, 'same'));
    }
    const what = `${PHOTOS} photos of ${name}`;
    const took = (made: readonly Made[]) => milliseconds(summary(made.map(({ ms }) => ms)));
    const processor = (made: readonly Made[]) => milliseconds(summary(made.map((one) => one.processorMs)));
    const largest = Math.max(...[...first, ...next].map((one) => one.bytes));
    return [
      row(`${what}, first report`, took(first), atMost(3_000, 'ms')),
      row(`${what}, first, processor time`, processor(first)),
      row(`${what}, next report`, took(next), atMost(3_000, 'ms')),
      row(`${what}, next, processor time`, processor(next)),
      row(`${what}, PDF`, { figure: largest / 1e6, unit: 'MB' }, atMost(5, 'MB')),
    ];
  } finally {
    await page.close();
    await served.close();
  }
}

interface Made {
  ms: number;
  processorMs: number;
  bytes: number;
}

async function make(page: Page, devtools: CDPSession, worker: 'new' | 'same'): Promise<Made> {
  const before = await processorMs(devtools);
  const made = await page.evaluate((asked) => window.reportBench.make(asked), worker);
  return { ...made, processorMs: (await processorMs(devtools)) - before };
}

/** The processor time of all Chromium processes since their start. */
async function processorMs(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
