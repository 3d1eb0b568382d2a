import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);

/** Puts what is fetched while the app runs beside it: the runtime of the WASM worker, and the models. */
function kerbsideFiles(): Plugin {
  const folders = {
    runtime: {
      from: dirname(resolve('kerbside/workers/wasm.js')),
      only: /^ort-wasm-simd-threaded\.(mjs|wasm)$/,
    },
    models: {
      from: dirname(resolve('kerbside/models/manifest.json')),
      only: /manifest\.json$|\.onnx$|\.bin$/,
    },
  };
  return {
    name: 'kerbside-files',
    generateBundle() {
      for (const [to, { from, only }] of Object.entries(folders)) {
        for (const file of readdirSync(from).filter((name) => only.test(name))) {
          this.emitFile({ type: 'asset', fileName: `${to}/${file}`, source: readFileSync(join(from, file)) });
        }
      }
    },
  };
}

export default defineConfig({
  base: './',
  build: { target: 'es2022' },
  worker: { format: 'es' },
  plugins: [kerbsideFiles()],
});
