import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { RUNTIMES } from '../../src/inference/files/runtime-files.ts';
import { serveFiles } from '../../src/vite/serve-files.ts';

// Cross-origin isolation: without it a page has no SharedArrayBuffer, and WASM no threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const runtimeFolder = 'runtime/';

/** How a page that runs engines is built and served: with models, runtimes, workers from their source and isolation headers. */
export const pageConfig: InlineConfig = {
  configFile: false,
  appType: 'mpa',
  base: './',
  logLevel: 'warn',
  resolve: {
    // The runtime stays in separate files, which its threads load too.
    conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'],
  },
  define: { RUNTIME_FOLDER: JSON.stringify(runtimeFolder) },
  plugins: [serveModelsAndRuntimes()],
  worker: { format: 'es' },
  preview: { headers },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500, // kB; tfjs is that large, and loaded only if it is used
    rolldownOptions: { checks: { pluginTimings: false } },
  },
};

/** Serves the models of the environment variable MODELS, by default the shipped ones, and the runtimes of all engines. */
function serveModelsAndRuntimes(): Plugin {
  const folder = resolve(root, process.env.MODELS ?? 'models');
  const models = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /\.(onnx|bin)$|^manifest\.json$/.test(name))
    .map((name) => [`models/${name}`, join(folder, name)] as const);
  const runtimes = Object.values(RUNTIMES).flatMap(({ package: name, files }) =>
    files.map(
      ({ name: file }) => [runtimeFolder + file, join(root, 'node_modules', name, 'dist', file)] as const,
    ),
  );
  return serveFiles(new Map([...models, ...runtimes].map(([name, path]) => [name, { path }])));
}
