import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, type InlineConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { kerbside } from './index.ts';

const PAGE = 'https://example.org/app/rooms/12/';
const SCRIPT = 'script/of/main.js';

test.each(['', './'])('a page in any folder finds the files, with the base %j', async (base) => {
  const script = await buildScript({ base });
  expect(findWorkers(script)).toBe('https://example.org/app/kerbside/workers/');
});

test('a script beside the page finds the files', async () => {
  const script = await buildScript({ base: './', output: { entryFileNames: 'main.js' } });
  expect(findWorkers(script, 'main.js')).toBe('https://example.org/app/kerbside/workers/');
});

test('with an absolute base the address of the script is not used', async () => {
  const script = await buildScript({ base: '/app/' });
  expect(script).not.toContain('import.meta');
  expect(findWorkers(script)).toBe('https://example.org/app/kerbside/workers/');
});

test('a script without an address finds the files in the folder of the page', async () => {
  const script = await buildScript({ base: './', output: { format: 'iife' } });
  expect(findWorkers(script)).toBe(`${PAGE}kerbside/workers/`);
});

test('a server does not take the folder of its scripts for the app', async () => {
  const script = await buildScript({ base: './', build: { ssr: true } });
  expect(script).not.toContain('import.meta');
});

interface ScriptConfig extends InlineConfig {
  output?: { entryFileNames?: string; format?: 'es' | 'iife' };
}

/** Builds an app of one script, in which `workers` is the address of the workers. */
async function buildScript({ output, build: options, ...config }: ScriptConfig): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-base-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const input = join(folder, 'main.js');
  await writeFile(input, "import { files } from 'kerbside/files';\nglobalThis.workers = files.workers;\n");
  // Its files are not built.
  const plugins = kerbside({ models: false }).filter(({ name }) => name !== 'kerbside-served-files');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins,
    ...config,
    build: { ...options, rolldownOptions: { input, output: { entryFileNames: SCRIPT, ...output } } },
  });
  return readFile(join(folder, 'dist', output?.entryFileNames ?? SCRIPT), 'utf8');
}

/** Runs a script of the app in a page and returns the address that it has of the workers. */
function findWorkers(script: string, path = SCRIPT): string {
  const page = { document: { baseURI: PAGE }, URL, workers: '' };
  const address = JSON.stringify(`https://example.org/app/${path}`);
  runInNewContext(script.replaceAll('import.meta.url', address), page);
  return page.workers;
}
