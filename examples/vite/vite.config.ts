import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);

/** Cross-origin isolation. Without it, models run on one thread. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The files that the app fetches at run time, by path: the runtime of the WASM worker, and the models. */
function kerbsideFiles(): Record<string, string> {
  const folders = {
    runtime: {
      from: dirname(resolve('kerbside/workers/wasm.js')),
      only: /^ort-wasm-simd-threaded\.(mjs|wasm)$/,
    },
    models: {
      from: dirname(resolve('kerbside/models/manifest.json')),
      only: /^manifest\.json$|\.onnx$|\.bin$/,
    },
  };
  return Object.fromEntries(
    Object.entries(folders).flatMap(([to, { from, only }]) =>
      readdirSync(from)
        .filter((name) => only.test(name))
        .map((name) => [`${to}/${name}`, join(from, name)]),
    ),
  );
}

/** Serves the files from the package in development. Copies them in a build. */
function kerbside(): Plugin {
  const files = kerbsideFiles();
  const types = { mjs: 'text/javascript', wasm: 'application/wasm', json: 'application/json' };
  return {
    name: 'kerbside-files',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = files[pathname.slice(1)];
        if (!file) return next();
        const type = types[pathname.slice(pathname.lastIndexOf('.') + 1) as keyof typeof types];
        response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream', ...isolation });
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const [fileName, file] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [kerbside()],
  server: { headers: isolation },
  preview: { headers: isolation },
  optimizeDeps: { exclude: ['kerbside'] }, // its worker URL is relative to its own file
  worker: { format: 'es' },
  build: { target: 'es2022' },
});
