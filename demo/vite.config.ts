import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { createFilesModule } from '../src/vite/files-module.ts';
import { buildServiceWorker } from '../src/vite/service-worker.ts';
import { appIcons } from './build/app-icons.ts';
import { runtimeFolder, serveAppFiles } from './build/model-files.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// Cross-origin isolation: without it a page has no SharedArrayBuffer, and WASM no threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig(({ command }) => ({
  appType: 'mpa', // a missing file is a 404, not the page
  base: './', // the build works in any folder
  resolve: {
    tsconfigPaths: true, // resolves kerbside, kerbside/elements, … to their sources
    // Keeps the runtime in separate files, which its threads load too.
    conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'],
  },
  define: {
    RUNTIME_FOLDER: JSON.stringify(runtimeFolder),
    HAS_SERVICE_WORKER: JSON.stringify(command === 'build'),
  },
  plugins: [
    serveAppFiles(),
    appIcons(path('icon.svg')),
    buildServiceWorker(path('sw.ts'), (precache) => createFilesModule({ base: './', precache })),
  ],
  cacheDir: path('../node_modules/.vite/demo'),
  server: { fs: { allow: [path('..')] }, headers },
  preview: { headers },
  // Found at the start: a dependency that is found when a worker starts reloads the page.
  optimizeDeps: { entries: ['index.html', '../workers/*.ts'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: path('../.data/demo'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // <use> does not accept data: URLs
    chunkSizeWarningLimit: 1500, // kB; tfjs is this large, and loaded on demand
    rolldownOptions: { checks: { pluginTimings: false } },
  },
}));
