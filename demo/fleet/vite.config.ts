import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The fleet page, which the reference service serves from its package. */
export default defineConfig({
  root: path('.'),
  base: './', // the service may be behind a proxy with a path of its own
  resolve: { tsconfigPaths: true },
  cacheDir: path('../../node_modules/.vite/fleet'),
  build: {
    target: 'es2022',
    outDir: path('../../server/dist/fleet'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
