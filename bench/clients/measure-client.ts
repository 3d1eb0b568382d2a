import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { build } from 'vite';
import type { Client } from './clients.ts';

export interface ClientSize {
  scriptBytes: number;
  webAssemblyBytes: number;
  /** The files that the browser has loaded, each compressed by itself. */
  files: Record<string, number>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/**
 * Builds an app with Vite's defaults, and uses it in a browser until its record is written and read back, and until it has
 * tried to send it. The service is not available: what only reads responses is not loaded.
 *
 * @param app - A folder in which the packages of the client are installed.
 */
export async function measureClient(app: string, client: Client, browser: Browser): Promise<ClientSize> {
  writeFileSync(join(app, 'app.js'), client.source);
  writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="./app.js"></script>');
  await build({ root: app, configFile: false, logLevel: 'error', worker: { format: 'es' } });
  const served = await serveFolder(join(app, 'dist'));
  const page = await browser.newPage();
  try {
    await page.exposeFunction('wasServiceCalled', () => served.isServiceCalled());
    await page.goto(served.url);
    await page.waitForFunction(() => 'record' in window);
    const record = await page.evaluate('record()');
    if (!record) throw new Error(`${client.name} did not read back its record`);
    if (client.sends) await page.waitForFunction('wasServiceCalled()', undefined, { polling: 100 });
  } finally {
    await page.close();
    await served.close();
  }
  const files = Object.fromEntries(
    [...served.loaded].map(([name, content]) => [name, gzipSync(content, { level: 9 }).byteLength]),
  );
  const sum = (extension: string) =>
    Object.entries(files).reduce(
      (bytes, [name, size]) => bytes + (extname(name) === extension ? size : 0),
      0,
    );
  return { scriptBytes: sum('.js'), webAssemblyBytes: sum('.wasm'), files };
}

/** Serves the files of a folder and a service that is not available. Remembers which files were loaded. */
async function serveFolder(folder: string) {
  const loaded = new Map<string, Buffer>();
  let isServiceCalled = false;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/service')) {
      isServiceCalled = true;
      return response.writeHead(503).end();
    }
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const path = join(folder, name);
    if (!existsSync(path)) return response.writeHead(404).end();
    const content = readFileSync(path);
    loaded.set(name, content);
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server did not get a port');
  return {
    url: `http://localhost:${address.port}/`,
    loaded,
    /** Returns whether the app has tried to send. */
    isServiceCalled: () => isServiceCalled,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
