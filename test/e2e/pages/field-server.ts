import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { ensureBuilt, root } from '../../fixtures/built.ts';
import type { ModelFolder } from '../../fixtures/model-folder.ts';

export interface FieldServerOptions {
  /** Served as /models/. */
  models?: ModelFolder | string;
  /** More files, by path. A string is a folder on disk. */
  files?: Record<string, Uint8Array | string>;
  isolated?: boolean;
  csp?: string;
  /** @default 'no-store', so that a test observes every request */
  cacheControl?: string;
}

export interface FieldServer {
  /** Without a trailing slash. */
  url: string;
  requests: string[];
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
};

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves an app: its page, the built library, the workers and the models. */
export async function serveField(options: FieldServerOptions = {}): Promise<FieldServer> {
  ensureBuilt();
  const { models = `${root}models`, files = {}, isolated = true, csp, cacheControl = 'no-store' } = options;
  const mounted: Record<string, Uint8Array | string> = {
    '/': text(page('/lab.js')),
    '/lab.js': await bundled('lab.ts'),
    '/sw.js': await bundled('lab-sw.ts'),
    '/kerbside/kerbside.js': readFileSync(`${root}dist/browser/kerbside.js`),
    '/kerbside/sw.js': readFileSync(`${root}dist/browser/sw.js`),
    '/kerbside/workers/': `${root}dist/workers`,
    ...(typeof models === 'string'
      ? { '/models/': models }
      : Object.fromEntries(Object.entries(models).map(([name, bytes]) => [`/models/${name}`, bytes]))),
    ...files,
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    const body = find(mounted, pathname);
    const type = pathname.endsWith('/') ? TYPES['.html'] : TYPES[extname(pathname)];
    response.writeHead(body ? 200 : 404, {
      'Content-Type': type ?? 'application/octet-stream',
      'Cache-Control': cacheControl,
      ...(isolated && ISOLATION),
      ...(csp && { 'Content-Security-Policy': csp }),
    });
    response.end(body);
  });
  return { url: `http://localhost:${await listen(server)}`, requests, close: () => close(server) };
}

export function page(script: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Field</title><script type="module" src="${script}"></script>`;
}

const text = (content: string) => new TextEncoder().encode(content);

function find(mounted: Record<string, Uint8Array | string>, path: string): Uint8Array | undefined {
  const exact = mounted[path];
  if (exact && typeof exact !== 'string') return exact;
  for (const [prefix, folder] of Object.entries(mounted)) {
    if (typeof folder !== 'string' || !path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length) || 'index.html';
    const file = join(folder, rest);
    if (file.startsWith(folder) && existsSync(file) && statSync(file).isFile()) return readFileSync(file);
  }
  return undefined;
}

const scripts = new Map<string, Promise<Uint8Array>>();

/** Bundles a page's script once. It imports the library from the server. */
function bundled(file: string): Promise<Uint8Array> {
  const script = scripts.get(file) ?? bundle(file);
  scripts.set(file, script);
  return script;
}

async function bundle(file: string): Promise<Uint8Array> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: `${root}test/e2e/pages`,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: file, formats: ['es'], fileName: () => 'page.js' },
      rolldownOptions: {
        external: ['kerbside', 'kerbside/models', 'kerbside/sw'],
        output: {
          paths: {
            kerbside: '/kerbside/kerbside.js',
            'kerbside/models': '/kerbside/kerbside.js',
            'kerbside/sw': '/kerbside/sw.js',
          },
        },
      },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`${file} was not bundled`);
  return text(output.output[0].code);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server did not get a port');
  return address.port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
