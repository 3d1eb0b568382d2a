import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, type InlineConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { kerbside } from './index.ts';
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

test('files that servers hide are not cached', async () => {
  const script = await buildApp({ 'sw.ts': VERSION, options: () => ({ build: { manifest: true } }) });
  expect(script).toContain('index.html');
  expect(script).not.toContain('manifest.json');
});

interface AppFiles {
  'sw.ts': string;
  options(folder: string): InlineConfig;
  [name: string]: string | ((folder: string) => InlineConfig);
}

/** Builds an app of these files and returns its service worker. */
async function buildApp({ options, ...files }: AppFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-sw-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), String(text));
  const config = options(folder);
  const toModule = (precache: object) => `export const precache = ${JSON.stringify(precache)};`;
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    ...config,
    plugins: [buildServiceWorker('sw.ts', toModule), config.plugins],
  });
  return readFile(join(folder, 'dist/sw.js'), 'utf8');
}
