// npm run bench -- webgpu: every shipped model on its golden picture, through the WebGPU worker on an emulated GPU,
// compared with the WASM worker; and what is read back for a typical photo. Shows that the models run, their outputs and
// bytes, not the speed of a GPU.
import { launch } from '../../test/e2e/pages/field-browser.ts';
import { serveModules } from '../../test/e2e/serve.ts';
import { finish } from '../lib/report.ts';
import { atMost, formatFigure, row } from '../lib/row.ts';
import type { Compared, ReadBytes } from './page.ts';

const SOFTWARE_WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
/** The tolerance of the tfjs executor. Self-tests allow 20 times as much. */
const CLOSE = 1e-3;

const served = await serveModules();
const browser = await launch(...SOFTWARE_WEBGPU);
const compared = new Map<string, Compared>();
const readBack = new Map<string, ReadBytes>();
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  page.setDefaultTimeout(0);
  await page.goto(`${served.url}/page?module=/bench/webgpu/page.ts`);
  await page.waitForFunction(() => 'webgpuBench' in window);
  for (const model of await page.evaluate(() => window.webgpuBench.models())) {
    const result = await page.evaluate((name) => window.webgpuBench.compare(name), model);
    compared.set(model, result);
    const { apart, wrong, webgpuMs, wasmMs } = result;
    const times = `${formatFigure(webgpuMs, 'ms')}, WASM ${formatFigure(wasmMs, 'ms')}`;
    console.log(`${model}: ${wrong ?? 'passes its golden test'}; ${apart.toExponential(1)} apart; ${times}`);
    const bytes = await page.evaluate((name) => window.webgpuBench.readBack(name), model);
    if (bytes) readBack.set(model, bytes);
  }
} finally {
  await browser.close();
  await served.close();
}

finish({
  bench: 'webgpu',
  browser: browser.version(),
  rows: [
    ...[...compared].map(([model, { apart }]) =>
      row(`${model}, largest difference to WASM`, { figure: apart }, atMost(CLOSE)),
    ),
    ...[...readBack].map(([model, { whole, picked }]) =>
      row(
        `${model}, read back for a photo, of whole outputs`,
        { figure: picked / 1e6, unit: 'MB', ratio: picked / whole },
        atMost(1),
      ),
    ),
  ],
  details: { compared: Object.fromEntries(compared), readBack: Object.fromEntries(readBack) },
});
