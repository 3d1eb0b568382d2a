import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The modules that tests load in an empty page or as a worker. */
const MODULES = ['chaos-page', 'kill-page', 'store-lab', 'sync-page', 'sync-tabs-page', 'sync-worker'];

/** Bundles each module into one file. Tests that restart the browser load it again each time. */
export async function bundlePages(folder: string): Promise<void> {
  for (const name of MODULES) {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { kerbside: join(root, 'src/index.ts') } },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        minify: false,
        lib: { entry: join(root, 'test/e2e', `${name}.ts`), formats: ['es'], fileName: () => `${name}.js` },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  }
}
