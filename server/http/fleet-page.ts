import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Hono } from 'hono';

/** The path of the fleet page. */
export const FLEET_PATH = '/fleet';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names of built files contain a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The files of the built page by path, for example `index.html`. */
export type FleetFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Reads all files of the built page. They are few: a request never reaches the file system. */
export async function readFleetFiles(folder: string): Promise<FleetFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && extname(entry.name) in TYPES);
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, Uint8Array<ArrayBuffer>]> => {
        const path = join(parentPath, name);
        return [relative(folder, path).split(sep).join('/'), new Uint8Array(await readFile(path))];
      }),
    ),
  );
}

/** Returns true for the page and its files. */
export function isFleetPath(path: string): boolean {
  return path === FLEET_PATH || path.startsWith(`${FLEET_PATH}/`);
}

/** Serves the fleet page. It needs no token: it contains no data, and asks the user for one. */
export function serveFleetPage(app: Hono, files: FleetFiles): void {
  app.get(FLEET_PATH, (context) => context.redirect(`.${FLEET_PATH}/`, 302));
  app.get(`${FLEET_PATH}/*`, async (context, next) => {
    const name = context.req.path.slice(FLEET_PATH.length + 1) || 'index.html';
    const file = files.get(name);
    if (!file) return next();
    return context.body(file, 200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name === 'index.html' ? 'no-cache' : FOREVER,
    });
  });
}
