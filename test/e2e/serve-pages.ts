import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { isolated, type Served } from './serve.ts';

/**
 * Serves the bundled modules as `/<name>.js`, an empty page that loads one at `/page?module=<name>`, and `files` by path.
 */
export async function servePages(files: Record<string, Uint8Array> = {}): Promise<Served> {
  const folder = inject('pages');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of Object.entries(isolated)) response.setHeader(name, value);
    const module = searchParams.get('module');
    if (pathname === '/page' && module) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>Kerbside</title><script type="module" src="/${module}.js"></script>`,
      );
      return;
    }
    if (pathname.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    const content =
      files[pathname] ?? (await readFile(join(folder, basename(pathname))).catch(() => undefined));
    response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
