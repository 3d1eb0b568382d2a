import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { createServer, type InlineConfig, type Plugin } from 'vite';
import { browserFlags, findBrowser } from '../../scripts/find-browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cacheDir = 'node_modules/.vite/e2e';
const dependencies = ['idb', 'valibot', 'fflate'];

export interface Served {
  /** Without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the repository's modules, and at `/page?module=/test/…` an empty page that loads one of them.
 * `files` are served beside them, under their paths.
 */
export function serveModules(files: Record<string, Uint8Array> = {}): Promise<Served> {
  return listen({
    root,
    configFile: false,
    appType: 'custom',
    cacheDir: `${root}/${cacheDir}`,
    resolve: { alias: { kerbside: `${root}/src/index.ts` } },
    // Named here and not discovered: a discovery reloads the page in the middle of what it does.
    optimizeDeps: { include: dependencies, noDiscovery: true },
    plugins: [pages(files)],
    server: { headers: isolated, ws: false },
  });
}

/** The demo as `npm start` serves it. */
export function serveDemo(): Promise<Served> {
  return listen({ root: `${root}/demo`, configFile: `${root}/demo/vite.config.ts` });
}

export async function startChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** With a profile on disk. Elsewhere Playwright's contexts are private windows, whose IndexedDB is in memory. */
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
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
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
