import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../fixtures/built.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { analyse, openLab, tinyModel, typesOf } from './pages/field-browser.ts';
import { type FieldServerOptions, serveField } from './pages/field-server.ts';
import { pretendCores } from './pages/pretend-cores.ts';
import { closeContexts, sharedChromium } from './shared-chromium.ts';

/** The policy of docs/headers.md. */
const POLICY = /^Content-Security-Policy: (.*)$/m.exec(await readFile(`${root}docs/headers.md`, 'utf8'))?.[1];
const STRICT = `${POLICY}; report-uri /violation`;

let browser: Browser;
let models: ModelFolder;
beforeAll(async () => {
  [browser, models] = await Promise.all([sharedChromium(), tinyModel()]);
});
afterEach(closeContexts);

async function serve(options: FieldServerOptions) {
  const server = await serveField({ models, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Opens a tab that reports 8 cores. */
async function tab(url: string): Promise<Page> {
  return openLab(await browser.newContext(), url, 8);
}

const wasmReason = async (page: Page) => {
  const [model] = (await page.evaluate(() => window.lab.engines())).models;
  return model?.engines.find(({ engine }) => engine === 'wasm')?.reason;
};

describe('a page without cross-origin isolation', () => {
  // Proves fault F4.
  test('runs on one thread and reports the reason', async () => {
    const { url } = await serve({ isolated: false });
    const page = await tab(url);
    await page.evaluate(() => window.lab.open());
    expect(await analyse(page)).toMatchObject({ status: 'DONE', engine: 'onnxruntime-web 1.30.0 wasm' });
    expect(await wasmReason(page)).toContain('one thread: the page is not cross-origin isolated');
  });
});

describe('a page under a strict content security policy', { tags: 'long' }, () => {
  test.each([
    { isolated: false, threads: 'one thread' },
    { isolated: true, threads: '4 threads' },
    // Proves fault F5.
  ])('completes an analysis on $threads without a violation', async ({ isolated, threads }) => {
    const { url, requests } = await serve({ csp: STRICT, isolated });
    const page = await tab(url);
    await page.evaluate(() => window.lab.open());
    const done = await analyse(page);
    expect(done).toMatchObject({ status: 'DONE', errors: [] });
    expect(typesOf(done)).toEqual(['dent', 'scratch']);
    expect(await wasmReason(page)).toContain(threads);
    expect((await page.evaluate(() => window.lab.observed())).violations).toEqual([]);
    expect(requests).not.toContain('/violation'); // the workers' own
  });
});

describe('the examples', () => {
  async function visit(url: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await pretendCores(page, 1);
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    return page;
  }

  /** Chooses a photo and returns the displayed result. */
  async function inspect(page: Page): Promise<string> {
    const buffer = Buffer.from(await jpegPhoto({ seed: 3, width: 800, height: 600 }));
    await page.setInputFiles('#photo', { name: 'car.jpg', mimeType: 'image/jpeg', buffer });
    await page.waitForFunction(() =>
      /Detected|Error/.test(document.querySelector('#result')?.textContent ?? ''),
    );
    return (await page.textContent('#result')) ?? '';
  }

  let problems: string[] = [];
  afterEach(() => {
    const reported = problems;
    problems = [];
    expect(reported).toEqual([]);
  });

  // A string, because Vite would rewrite the import in a function.
  const listExports = (page: Page, script: string): Promise<string[]> =>
    page.evaluate(`import(${JSON.stringify(new URL(script, page.url()))}).then(Object.keys)`);

  const under = (folder: string) =>
    Object.fromEntries(Object.entries(models).map(([name, bytes]) => [`${folder}/models/${name}`, bytes]));

  // Proves fault F6.
  test('a plain page with a module script works, after preparation also offline', async () => {
    const server = await serve({
      csp: STRICT,
      files: {
        ...under('/plain'),
        '/plain/kerbside/workers/': `${root}dist/workers`,
        '/plain/kerbside/': `${root}dist/browser`,
        '/plain/': `${root}examples/plain`,
      },
    });
    const page = await visit(`${server.url}/plain/`);
    expect(await inspect(page)).toMatch(/^Detected: /);
    expect(await listExports(page, './kerbside/everything.js')).toEqual(
      expect.arrayContaining([
        'openKerbside',
        'remoteSync',
        'repairEstimates',
        'createReports',
        'defineElements',
      ]),
    );

    await page.getByRole('button', { name: 'Prepare for offline use' }).click();
    await page.getByText('Ready. This page works offline').waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Prepare for offline use').waitFor();
    expect(await inspect(page)).toMatch(/^Detected: /);
  });
});
