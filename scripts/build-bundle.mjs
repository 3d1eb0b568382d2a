// Builds dist/browser/: each entry of the library in one file, and all of them in one, for pages and service workers
// without a bundler. Not minified, so that they can be read in a debugger: source maps would be ten times their size.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

const out = join(root, 'dist/browser');

/** The bundles, with their entries in dist/. */
const BUNDLES = {
  kerbside: 'index.js',
  sw: 'service-worker/index.js',
  'sw-sync': 'bundles/sw-sync.js',
  estimate: 'estimate/index.js',
  report: 'report/index.js',
  everything: 'bundles/everything.js',
};

/** Bundles the output of `tsc` in dist/ with its dependencies. */
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
        lib: { entry: join(root, 'dist', entry), formats: ['es'], fileName: () => `${name}.js` },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  }
}
