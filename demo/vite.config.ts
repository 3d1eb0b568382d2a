import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kerbside } from 'kerbside/vite';
import { defineConfig } from 'vite';
import { appIcons } from './app-icons.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  appType: 'mpa', // a missing file is a 404, not the page
  base: './', // the build works in any folder
  resolve: { tsconfigPaths: true }, // resolves kerbside, kerbside/elements, … to their sources
  plugins: [
    kerbside({
      models: resolve(path('..'), process.env.MODELS ?? 'models'),
      licence: 'research', // the app shows the notice beside the engines (sync/device-card.ts)
      serviceWorker: path('sw.ts'),
    }),
    appIcons(path('icon.svg')),
  ],
  cacheDir: path('../node_modules/.vite/demo'),
  server: { fs: { allow: [path('..')] } },
  build: {
    target: 'es2022',
    outDir: path('../.data/demo'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // <use> does not accept data: URLs
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
