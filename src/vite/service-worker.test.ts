import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createLogger, createServer, type InlineConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { kerbside } from './index.ts';
import type { ServedFiles } from './serve-files.ts';
import { buildServiceWorker } from './service-worker.ts';

test.each(['/', '/app/'])('a page can register sw.js in development, with the base %s', async (base) => {
  const server = await createServer({
    configFile: false,
    base,
    logLevel: 'silent',
    plugins: [kerbside({ serviceWorker: true, models: false })],
    server: { port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const response = await fetch(new URL('sw.js', server.resolvedUrls?.local[0]));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(await response.text()).not.toContain('<');
});

test('the script of an app has its mode, base, constants and aliases', async () => {
  const script = await buildApp({
    'sw.ts':
      "import { place } from 'places';\nself.facts = [import.meta.env.MODE, import.meta.env.BASE_URL, import.meta.env.VITE_API, VERSION, place];",
    'places.ts': "export const place = 'aliased';",
    '.env.staging': 'VITE_API=https://staging.example',
    options: (folder) => ({
      mode: 'staging',
      base: '/app/',
      define: { VERSION: JSON.stringify('7.1') },
      resolve: { alias: { places: join(folder, 'places.ts') } },
    }),
  });
  for (const fact of ['staging', '/app/', 'https://staging.example', '7.1', 'aliased'])
    expect(script).toContain(fact);
});

const VERSION = "import { precache } from 'kerbside/files';\nself.precache = precache;";
const emit = (fileName: string, source: string) => ({
  name: 'emits-a-file',
  generateBundle() {
    (this as unknown as { emitFile(file: object): void }).emitFile({ type: 'asset', fileName, source });
  },
});

test('a file whose name has no hash changes the version too', async () => {
  const versionOf = async (icon: string) => {
    const script = await buildApp({
      'sw.ts': VERSION,
      options: () => ({ plugins: [emit('icon.svg', icon)] }),
    });
    return /version:\s*["'`](\w+)/.exec(script)?.[1];
  };
  const versions = [await versionOf('<svg/>'), await versionOf('<svg/>'), await versionOf('<svg></svg>')];
  expect(versions[0]).toMatch(/^\w{12}$/);
  expect(versions[1]).toBe(versions[0]);
  expect(versions[2]).not.toBe(versions[0]);
});

test('a worker script that the plugin serves changes the version too', async () => {
  const versionOf = async (content: string) => {
    const app = { 'sw.ts': VERSION, options: () => ({}) };
    const script = await buildApp(app, new Map([['kerbside/workers/report.js', { content }]]));
    return /version:\s*["'`](\w+)/.exec(script)?.[1];
  };
  expect(await versionOf('one')).toMatch(/^\w{12}$/);
  expect(await versionOf('one')).not.toBe(await versionOf('other'));
});

test('files that servers hide are not cached', async () => {
  const script = await buildApp({ 'sw.ts': VERSION, options: () => ({ build: { manifest: true } }) });
  expect(script).toContain('index.html');
  expect(script).not.toContain('manifest.json');
});

test.each([
  ['main.js', 1],
  ['index.html', 0],
])('a build of %s warns %i times that its service worker opens no page', async (input, count) => {
  const folder = await createFolder({
    'index.html': '<!doctype html>',
    'main.js': 'document.title = "A";',
  });
  const warnings: string[] = [];
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    customLogger: { ...createLogger('silent'), warn: (message) => void warnings.push(message) },
    plugins: [buildServiceWorker(true, new Map(), toModule)],
    // The library is not built here.
    resolve: { alias: [{ find: /(service-worker\/index)\.js$/, replacement: '$1.ts' }] },
    build: { rolldownOptions: { input: join(folder, input) } },
  });
  expect(warnings.filter((warning) => warning.includes('The build has no page'))).toHaveLength(count);
});

interface AppFiles {
  'sw.ts': string;
  options(folder: string): InlineConfig;
  [name: string]: string | ((folder: string) => InlineConfig);
}

/** Builds an app of these files and returns its service worker. */
async function buildApp({ options, ...files }: AppFiles, served: ServedFiles = new Map()): Promise<string> {
  const folder = await createFolder({ 'index.html': '<!doctype html>', ...files });
  const config = options(folder);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    ...config,
    plugins: [buildServiceWorker('sw.ts', served, toModule), config.plugins],
  });
  return readFile(join(folder, 'dist/sw.js'), 'utf8');
}

async function createFolder(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-sw-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), String(text));
  return folder;
}

function toModule(precache: object): string {
  return `export const precache = ${JSON.stringify(precache)};`;
}
