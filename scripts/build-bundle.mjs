// dist/browser/: entries of the library in one file each, and all of them in one, for pages and service workers without
// a bundler.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

const out = join(root, 'dist/browser');

/** What a page without a bundler may import, and where it is built from. */
const BUNDLES = {
  kerbside: 'index.js',
  sw: 'service-worker/index.js',
  'sw-sync': 'bundles/sw-sync.js',
  estimate: 'estimate/index.js',
  report: 'report/index.js',
  everything: 'bundles/everything.js',
};

/** Bundles what `tsc` has built in dist/, dependencies included. */
export async function buildBundle() {
  for (const [name, entry] of Object.entries(BUNDLES)) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        outDir: out,
        emptyOutDir: false,
        target: 'es2022',
        sourcemap: true,
        lib: { entry: join(root, 'dist', entry), formats: ['es'], fileName: () => `${name}.js` },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  }
}
