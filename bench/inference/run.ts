// npm run bench -- inference: what Kerbside adds to a bare onnxruntime-web session and a bare decode.
import { existsSync } from 'node:fs';
import { serveModules, startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atLeast, atMost, milliseconds, type Row, row } from '../lib/row.ts';
import type { InferenceBenchOptions, InferenceBenchResult, Measured } from './page.ts';

const photo = { url: '/photo.jpg', width: 4000, height: 3000 };
const options: InferenceBenchOptions = { rounds: 40, photo };

if (!existsSync('dist/workers/wasm.js'))
  throw new Error('Run `npm run build` first: the built workers are measured.');
report(await measure());

async function measure(): Promise<InferenceBenchResult & { browser: string }> {
  const { url: path, ...size } = photo;
  const served = await serveModules({ [path]: await jpegPhoto({ seed: 3, ...size }) });
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

function report({ browser, ...result }: InferenceBenchResult & { browser: string }): void {
  const { oneThread, twoThreads, longestTask } = result;
  const gain = (of: (measured: Measured) => number) => ({ ratio: of(oneThread) / of(twoThreads) });
  const bareGain = gain(({ bare }) => bare.median);
  const sessionGain = gain(({ bareSession }) => bareSession);
  console.log(`Damage model, one photo of ${photo.width} x ${photo.height}, Chromium ${browser}`);
  console.log(`Inside Kerbside's worker, one thread: ${inside(oneThread)}.`);
  console.log(`Inside Kerbside's worker, two threads: ${inside(twoThreads)}.`);
  console.log(`Longest task of the page's main thread: ${longestTask.toFixed(0)} ms (0: none over 50 ms).`);
  const rows = [
    ...compared('one thread', oneThread),
    ...compared('two threads', twoThreads),
    row('a second thread gives the bare session', sessionGain),
    row(
      "a second thread gives Kerbside's session",
      gain(({ steps }) => steps.run),
      atLeast(sessionGain.ratio),
    ),
    row('a second thread gives bare session + bare decode', bareGain),
    row(
      'a second thread gives Kerbside',
      gain(({ kerbside }) => kerbside.median),
      atLeast(bareGain.ratio),
    ),
  ];
  finish({ bench: 'inference', browser, rows, details: { options, ...result } });
}

function inside({ steps }: Measured): string {
  return Object.entries(steps)
    .map(([step, ms]) => `${step} ${ms.toFixed(1)} ms`)
    .join(', ');
}

function compared(what: string, { bare, kerbside }: Measured): Row[] {
  const ratio = kerbside.median / bare.median;
  return [
    row(`${what}: bare session + bare decode`, milliseconds(bare)),
    row(`${what}: Kerbside`, { ...milliseconds(kerbside), ratio }, atMost(1.1)),
  ];
}
