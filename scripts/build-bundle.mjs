// dist/browser/: the library and its service-worker helper, one file each, for pages without a bundler.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

const out = join(root, 'dist/browser');

/** Bundles what `tsc` has built in dist/, dependencies included. */
export async function buildBundle() {
  for (const [name, entry] of Object.entries({ kerbside: 'index.js', sw: 'sw.js' })) {
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
