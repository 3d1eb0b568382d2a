// npm run bench -- inference: what Kerbside adds to a bare onnxruntime-web session and a bare decode.
import { existsSync } from 'node:fs';
import { serveModules, startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atLeast, atMost, milliseconds, type Row, row } from '../lib/row.ts';
import type { Summary } from '../lib/samples.ts';
import { type MainThread, measureMainThread } from './main-thread.ts';
import type { Compared, InferenceBenchOptions, InferenceBenchResult, Measured } from './page.ts';

const photo = { url: '/photo.jpg', width: 4000, height: 3000 };
const options: InferenceBenchOptions = { rounds: 15, photo, photos: 5 };
/** As phones store it. */
const PHOTO_BYTES = 1_500_000;
const PHOTOS_WATCHED = 20;
/** Two measurements of the same code differ by this factor on an idle machine. */
const NOISE = 0.98;

if (!existsSync('dist/workers/wasm.js'))
  throw new Error(
    'Run `npm run build` first: the built workers are measured, and their steps in the workers of bench/lib.',
  );
const { url: path, ...size } = photo;
const jpeg = await jpegPhoto({ seed: 3, ...size, bytes: PHOTO_BYTES });
report(await measure(), await measureMainThread(jpeg, PHOTOS_WATCHED));

async function measure(): Promise<InferenceBenchResult & { browser: string }> {
  const served = await serveModules({ [path]: jpeg });
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${served.url}/page?module=/bench/inference/page.ts`);
    await page.waitForFunction(() => 'inferenceBench' in window);
    const result = await page.evaluate((asked) => window.inferenceBench(asked), options);
    return { ...result, browser: browser.version() };
  } finally {
    await browser.close();
    await served.close();
  }
}

function report(
  { browser, ...result }: InferenceBenchResult & { browser: string },
  { tasks, ...observed }: MainThread,
): void {
  const { oneThread, twoThreads } = result;
  console.log(`Damage model, photos of ${photo.width} x ${photo.height}, 1.5 MB, Chromium ${browser}.`);
  console.log('bare: ImageDecoder at the same size, then session.run on a prepared tensor, in a worker.');
  console.log(`a task: ${options.photos} photos one after the other; bare does the same, photo by photo.`);
  console.log(`Inside Kerbside's worker, one photo, one thread: ${inside(oneThread)}.`);
  console.log(`Inside Kerbside's worker, one photo, two threads: ${inside(twoThreads)}.`);
  console.log(describeMainThread({ tasks, ...observed }));
  const rows = [
    ...createComparisonRows('one thread', oneThread),
    ...createComparisonRows('two threads', twoThreads),
    ...gains(oneThread, twoThreads),
    ...mainThreadRows({ tasks, ...observed }),
  ];
  const details = { options, ...result, mainThread: { ...observed, longest: tasks.slice(0, 5) } };
  finish({ bench: 'inference', browser, rows, details });
}

function inside({ steps }: Measured): string {
  return Object.entries(steps)
    .map(([step, ms]) => `${step} ${ms.toFixed(1)} ms`)
    .join(', ');
}

function createComparisonRows(threads: string, { one, several }: Measured): Row[] {
  return [
    ...compareRows(`${threads}, one photo`, one, 1),
    ...compareRows(`${threads}, a photo of a task`, several, options.photos),
  ];
}

function compareRows(what: string, { bare, kerbside }: Compared, photos: number): Row[] {
  const ratio = kerbside.median / bare.median;
  return [
    row(`${what}: bare`, milliseconds(each(bare, photos))),
    row(`${what}: Kerbside`, { ...milliseconds(each(kerbside, photos)), ratio }, atMost(1.05)),
  ];
}

function each({ runs, median, p90, p99 }: Summary, photos: number): Summary {
  return { runs, median: median / photos, p90: p90 / photos, p99: p99 / photos };
}

/**
 * Returns the speed-up of a second thread. The session must gain as much as a bare session. A photo gains less, also
 * without Kerbside, because decoding uses one thread. A task of Kerbside gains least: with one WASM thread, it already
 * decodes the next photo on the second core. So the last row compares a bare task on 1 thread with Kerbside on 2.
 */
function gains(oneThread: Measured, twoThreads: Measured): Row[] {
  const gain = (of: (measured: Measured) => number) => ({ ratio: of(oneThread) / of(twoThreads) });
  const bareSession = gain(({ bareSession }) => bareSession);
  const given = (what: string) => `a second thread gives ${what}`;
  return [
    row(`${given('the session')}: bare`, bareSession),
    row(
      `${given('the session')}: Kerbside`,
      gain(({ steps }) => steps.run),
      atLeast(NOISE * bareSession.ratio),
    ),
    row(
      `${given('one photo')}: bare`,
      gain(({ one }) => one.bare.median),
    ),
    row(
      `${given('one photo')}: Kerbside`,
      gain(({ one }) => one.kerbside.median),
    ),
    row(
      `${given('a task')}: bare`,
      gain(({ several }) => several.bare.median),
    ),
    row(
      `${given('a task')}: Kerbside`,
      gain(({ several }) => several.kerbside.median),
    ),
    row('from a bare task on one thread to Kerbside on two', {
      ratio: oneThread.several.bare.median / twoThreads.several.kerbside.median,
    }),
  ];
}

function mainThreadRows({ tasks, longTasks }: MainThread): Row[] {
  const figure = (value: number) => ({ figure: value, unit: 'ms' });
  const longest = Math.max(...tasks.map(({ processor }) => processor));
  return [
    row(
      `longest task over 50 ms of the page, ${PHOTOS_WATCHED} photos (0: none)`,
      figure(Math.max(0, ...longTasks)),
      atMost(50, 'ms'),
    ),
    row('longest task of the page, processor time', figure(longest), atMost(50, 'ms')),
  ];
}

function describeMainThread({ tasks, longTasks, longFrames }: MainThread): string {
  const longest = tasks
    .slice(0, 3)
    .map(({ byTheClock, processor }) => `${byTheClock.toFixed(0)} (${processor.toFixed(0)})`);
  return [
    `The page's main thread while ${PHOTOS_WATCHED} photos are analysed: ${tasks.length} tasks,`,
    `the longest ${longest.join(', ')} ms of wall-clock time (of processor time);`,
    `over 50 ms by a PerformanceObserver: ${longTasks.length}.`,
    ...longFrames,
  ].join('\n  ');
}
