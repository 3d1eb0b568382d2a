// npm run bench -- engines: the same model on the same photos through a bare onnxruntime-web session, through Kerbside
// on onnxruntime-web and through Kerbside on tfjs, alternately, on one thread.
import sharp from 'sharp';
import { launch } from '../../test/e2e/pages/field-browser.ts';
import { serveModules } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { platePicture } from '../../test/fixtures/text-pictures.ts';
import { finish } from '../lib/report.ts';
import { milliseconds, row } from '../lib/row.ts';
import type { EnginesBenchOptions, EnginesBenchResult } from './page.ts';

const CARS = ['front', 'side', 'rear'] as const;
const PLATES = ['KB482SD', 'AX307PL', 'TR951QM'];
const files: Record<string, Uint8Array> = {};
for (const [index, view] of CARS.entries())
  files[`/car-${index}.jpg`] = await jpegPhoto({ seed: 3 + index, width: 4000, height: 3000, view });
for (const [index, text] of PLATES.entries())
  files[`/plate-${index}.jpg`] = await sharp(Buffer.from(platePicture(text)))
    .resize(2700)
    .jpeg()
    .toBuffer();

const options: EnginesBenchOptions = {
  rounds: { damage: 12, text: 6 },
  cars: { urls: CARS.map((_, index) => `/car-${index}.jpg`), width: 4000, height: 3000 },
  plates: { urls: PLATES.map((_, index) => `/plate-${index}.jpg`), width: 2700, height: 1260 },
};

report(await measure());

async function measure(): Promise<EnginesBenchResult & { browser: string }> {
  const served = await serveModules(files);
  // Without WebGL, which would be emulated in software here. tfjs uses its WASM backend then.
  const browser = await launch('--disable-gpu', '--disable-software-rasterizer');
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${served.url}/page?module=/bench/engines/page.ts`);
    await page.waitForFunction(() => 'enginesBench' in window);
    const result = await page.evaluate((asked) => window.enginesBench(asked), options);
    return { ...result, browser: browser.version() };
  } finally {
    await browser.close();
    await served.close();
  }
}

function report({ damage, text, backend, browser }: EnginesBenchResult & { browser: string }): void {
  console.log(`One thread, Chromium ${browser}. tfjs ran as: ${backend}.`);
  const of = (base: number, { median }: { median: number }) => ({ ratio: median / base });
  finish({
    bench: 'engines',
    browser,
    rows: [
      row('damage, bare onnxruntime-web', milliseconds(damage.bare)),
      row('damage, Kerbside on onnxruntime-web', {
        ...milliseconds(damage.wasm),
        ...of(damage.bare.median, damage.wasm),
      }),
      row('damage, Kerbside on tfjs', {
        ...milliseconds(damage.tfjs),
        ...of(damage.bare.median, damage.tfjs),
      }),
      row('text, Kerbside on onnxruntime-web', milliseconds(text.wasm)),
      row('text, Kerbside on tfjs', { ...milliseconds(text.tfjs), ...of(text.wasm.median, text.tfjs) }),
    ],
    details: { options, backend },
  });
}
