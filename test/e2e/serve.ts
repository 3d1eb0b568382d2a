import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { createServer, type InlineConfig, type Plugin } from 'vite';
import { configFor } from '../../demo/serve.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cacheDir = 'node_modules/.vite/e2e';
const dependencies = ['idb', 'valibot', 'fflate'];

export interface Served {
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the modules of the repository, an empty page that loads one at `/page?module=/test/…`, and `files` by path.
 */
export function serveModules(files: Record<string, Uint8Array> = {}): Promise<Served> {
  return listen({
    root,
    configFile: false,
    appType: 'custom',
    cacheDir: `${root}/${cacheDir}`,
    resolve: { alias: { kerbside: `${root}/src/index.ts` } },
    // Listed explicitly: discovering a dependency would reload the page during a test.
    optimizeDeps: { include: dependencies, noDiscovery: true },
    plugins: [pages(files)],
    server: { headers: isolated, ws: false },
  });
}

/** Serves the demo from its sources with Vite. */
export function serveDemo(): Promise<Served> {
  return listen(configFor());
}

export async function startChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Starts Chromium with a profile on disk. Other Playwright contexts are private windows with IndexedDB in memory. */
export async function startChromiumOn(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, await launchOptions());
}

async function launchOptions() {
  const executablePath = await findBrowser();
  return { args: browserFlags, ...(executablePath && { executablePath }) };
}

/** Without these a page has no SharedArrayBuffer. */
export const isolated = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

async function listen(config: InlineConfig): Promise<Served> {
  const server = await createServer({
    ...config,
    logLevel: 'error',
    server: { ...config.server, port: 0, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server did not get a port');
  return { url: `http://localhost:${address.port}`, close: () => server.close() };
}

function pages(files: Record<string, Uint8Array>): Plugin {
  return {
    name: 'pages',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        const file = files[pathname];
        if (file) return response.end(file);
        if (pathname !== '/page') return next();
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        for (const [name, value] of Object.entries(isolated)) response.setHeader(name, value);
        const module = encodeURI(searchParams.get('module') ?? '');
        response.end(`<!doctype html><title>Kerbside</title><script type="module" src="${module}"></script>`);
      });
    },
  };
}
