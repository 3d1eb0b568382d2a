import type { InlineConfig } from 'vite';
import { runtimeFolder, serveAppFiles } from '../../demo/build/model-files.ts';

// Cross-origin isolation: without it a page has no SharedArrayBuffer, and WASM no threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** How a page that runs engines is built and served: with models, runtimes, workers and isolation headers. */
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
  plugins: [serveAppFiles()],
  worker: { format: 'es' },
  preview: { headers },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500, // kB; tfjs is that large, and loaded only if it is used
    rolldownOptions: { checks: { pluginTimings: false } },
  },
};
