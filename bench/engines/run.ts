// npm run bench -- engines: every task on every engine of this browser and on the one that `auto` takes, in turns; and
// what earlier runs on other devices stored in bench/results.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connect } from 'vite';
import { preview } from 'vite';
import { launch } from '../../test/e2e/pages/field-browser.ts';
import { finish } from '../lib/report.ts';
import { formatBudgets } from './budget.ts';
import { drawPhotos } from './drawn-photos.ts';
import type { EnginesResult } from './result.ts';
import { createRows } from './rows.ts';
import { buildSite, siteConfig } from './site.ts';

const MINUTES = 60_000;
const RESULTS = 'bench/results';
const ROUNDS = Number(process.env.KERBSIDE_ENGINE_ROUNDS ?? 12);
const TOGETHER = 6;

const folder = mkdtempSync(join(tmpdir(), 'kerbside-engines-'));
try {
  const measured = await measure(folder);
  const recorded = readRecorded();
  for (const result of [measured, ...recorded]) {
    const { name, cores, browser, webgpu, webgl2 } = result.device;
    console.log(
      `\n${name}, ${cores} cores, ${browser}. WebGPU: ${webgpu ?? 'none'}. WebGL2: ${webgl2 ?? 'none'}.`,
    );
    for (const budget of formatBudgets(result)) console.log(`\n${budget}`);
  }
  finish({
    bench: 'engines',
    browser: measured.device.browser,
    rows: [
      ...createRows(measured, 'here'),
      ...recorded.flatMap((result) => createRows(result, result.device.webgpu ?? result.device.name)),
    ],
    skipped: measured.skipped,
    details: { measured },
  });
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Builds the page, opens it in headless Chromium, and waits for the result that it posts. */
async function measure(outDir: string): Promise<EnginesResult> {
  await buildSite(outDir, await drawPhotos());
  let onResult: (result: EnginesResult) => void = () => {};
  let onFailed: (error: Error) => void = () => {};
  const posted = new Promise<EnginesResult>((resolve, reject) => {
    onResult = resolve;
    onFailed = reject;
  });
  const receive: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url !== '/result') return next();
    void readJson(request).then((body) => {
      response.writeHead(204).end();
      if ('part' in body) console.log(`measured ${body.part}`);
      if ('failed' in body) onFailed(new Error(body.failed));
      if ('result' in body) onResult(body.result);
    });
  };
  const config = siteConfig(outDir);
  const server = await preview({
    ...config,
    plugins: [{ name: 'result', configurePreviewServer: ({ middlewares }) => void middlewares.use(receive) }],
    preview: { ...config.preview, host: 'localhost', port: 0 },
  });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => onFailed(error));
    await page.goto(`${server.resolvedUrls?.local[0]}?rounds=${ROUNDS}&together=${TOGETHER}`);
    const late = setTimeout(() => onFailed(new Error('The page has sent no result')), 30 * MINUTES);
    return await posted.finally(() => clearTimeout(late));
  } finally {
    await browser.close();
    await server.close();
  }
}

type Posted = { part: string } | { failed: string } | { result: EnginesResult };

async function readJson(request: AsyncIterable<Uint8Array>): Promise<Posted> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Returns the results of other devices. */
function readRecorded(): EnginesResult[] {
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('-engines.json'))
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as EnginesResult);
}
