// npm run bench -- inference: what Kerbside adds to a bare onnxruntime-web session and a bare decode.
import { existsSync } from 'node:fs';
import { serveModules, startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import type { Summary } from '../lib/samples.ts';
import { table } from '../lib/table.ts';
import type { InferenceBenchOptions, InferenceBenchResult } from './page.ts';

const photo = { url: '/photo.jpg', width: 4000, height: 3000 };
const options: InferenceBenchOptions = { rounds: 40, photo };
const target = 1.1;

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

function report(result: InferenceBenchResult & { browser: string }): void {
  const { oneThread, twoThreads, steps } = result;
  const gain = (name: 'bare' | 'kerbside') => oneThread[name].median / twoThreads[name].median;
  const rows = [
    ...compared('one thread', oneThread),
    ...compared('two threads', twoThreads),
    ['a second thread gives the bare session', '', '', '', gain('bare').toFixed(2), ''],
    [
      'a second thread gives Kerbside',
      '',
      '',
      '',
      gain('kerbside').toFixed(2),
      `at least ${gain('bare').toFixed(2)}`,
    ],
  ];
  console.log(`Damage model, one photo of ${photo.width} x ${photo.height}, Chromium ${result.browser}`);
  console.log(table(['', 'median ms', 'p90 ms', 'runs', 'ratio', 'target'], rows));
  const parts = Object.entries(steps).map(([step, ms]) => `${step} ${ms.toFixed(1)} ms`);
  console.log(`Inside Kerbside's worker, one thread: ${parts.join(', ')}.`);
  console.log(
    `Longest task of the page's main thread: ${result.longestTask.toFixed(0)} ms (0: none over 50 ms).`,
  );
  console.log(JSON.stringify({ bench: 'inference', options, target, ...result }));
}

function compared(what: string, { bare, kerbside }: { bare: Summary; kerbside: Summary }): string[][] {
  const ratio = kerbside.median / bare.median;
  const verdict = ratio <= target ? `≤ ${target} holds` : `≤ ${target} MISSED`;
  return [
    [`${what}: bare session + bare decode`, ...cells(bare), '', ''],
    [`${what}: Kerbside`, ...cells(kerbside), ratio.toFixed(2), verdict],
  ];
}

function cells({ median, p90, runs }: Summary): string[] {
  return [median.toFixed(1), p90.toFixed(1), String(runs)];
}
