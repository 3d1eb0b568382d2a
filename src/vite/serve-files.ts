import { copyFileSync, createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** A file on disk, or its content. */
export type ServedFile = { path: string } | { content: string };

/** Files by their path on the server, relative to the app. */
export type ServedFiles = Map<string, ServedFile>;

export function readServed(file: ServedFile): string | Buffer {
  return 'content' in file ? file.content : readFileSync(file.path);
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Serves files unchanged beside the page: from their source in development, as copies in a build. */
export function serveFiles(files: ServedFiles): Plugin {
  return {
    name: 'kerbside-served-files',
    configureServer({ middlewares, config }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const path = pathname.startsWith(config.base)
          ? pathname.slice(config.base.length)
          : pathname.slice(1);
        const file = files.get(path);
        if (file === undefined) return next();
        response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
        for (const [name, value] of Object.entries(config.server.headers))
          response.setHeader(name, String(value));
        if ('content' in file) response.end(file.content);
        else createReadStream(file.path).on('error', next).pipe(response);
      });
    },
    writeBundle() {
      const { consumer, root, build } = this.environment.config;
      if (consumer === 'server') return;
      const outDir = resolve(root, build.outDir); // frameworks set one for each environment
      for (const [path, file] of files) {
        const copy = join(outDir, path);
        mkdirSync(dirname(copy), { recursive: true });
        if ('content' in file) writeFileSync(copy, file.content);
        else copyFileSync(file.path, copy);
      }
    },
  };
}
