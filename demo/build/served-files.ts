import { copyFileSync, createReadStream, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Source files by their path on the server. */
export type ServedFiles = Record<string, string>;

const types: Record<string, string> = {
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Serves files unchanged beside the page: from their source in development, as copies in a build. */
export function servedFiles(files: ServedFiles): Plugin {
  let outDir = '';
  return {
    name: 'served-files',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    configureServer({ middlewares, config }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = files[pathname.slice(1)];
        if (file === undefined) return next();
        response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
        for (const [name, value] of Object.entries(config.server.headers))
          response.setHeader(name, String(value));
        createReadStream(file).pipe(response);
      });
    },
    writeBundle() {
      for (const [path, file] of Object.entries(files)) {
        const copy = join(outDir, path);
        mkdirSync(dirname(copy), { recursive: true });
        copyFileSync(file, copy);
      }
    },
  };
}
