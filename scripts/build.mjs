// npm run build. dist/ is what kerbside ships: src/ without tests, as ES modules with types and source maps; workers/ in
// dist/workers/; bundles in dist/browser/. server/dist/ is what kerbside-server ships, with the fleet page in server/dist/fleet/.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { pruneLibrary } from './prune-library.mjs';
import { root, runTool } from './run.mjs';

/** The files of dist/browser/, with their entries in dist/. */
const BUNDLES = {
  kerbside: 'bundles/kerbside.js',
  sw: 'service-worker/index.js',
  'sw-sync': 'bundles/sw-sync.js',
  estimate: 'estimate/index.js',
  report: 'report/index.js',
  everything: 'bundles/everything.js',
};
/** The files of onnxruntime-web that Node needs, of the 139 MB of the package. */
const NODE_RUNTIME = ['ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

if (!ensureDependencies()) process.exit(1);
if (!compile('tsconfig.build.json', 'dist')) process.exit(1);
// Imported here, not above: the first needs the dependencies, the second was just built.
const { buildWorkers } = await import('./build-workers.mjs');
/** @type {string} not a literal, so that the type checker does not resolve it: dist/ may not exist */
const built = '../dist/inference/files/runtime-files.js';
await buildWorkers((await import(built)).RUNTIMES);
await buildBundles();
pruneLibrary();
if (!compile('tsconfig.server.json', 'server/dist')) process.exit(1);
copyNodeRuntime();
const { buildFleet } = await import('./build-fleet.mjs');
await buildFleet();

/** @param {string} project @param {string} out */
function compile(project, out) {
  rmSync(join(root, out), { recursive: true, force: true });
  return runTool('tsc', ['-p', project], { from: 'typescript' });
}

/**
 * Builds dist/browser/: each entry in one file with its dependencies, and all of them in one, for pages and service workers
 * without a bundler. Not minified, so that they can be read in a debugger: source maps would be ten times their size.
 */
async function buildBundles() {
  const { build } = await import('vite');
  for (const [name, entry] of Object.entries(BUNDLES)) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        outDir: join(root, 'dist/browser'),
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: join(root, 'dist', entry), formats: ['es'], fileName: () => `${name}.js` },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  }
}

/** Copies the WASM runtime, which is `#onnxruntime` in kerbside-server. */
function copyNodeRuntime() {
  const runtime = join(root, 'server/dist/runtime');
  mkdirSync(runtime);
  for (const file of NODE_RUNTIME)
    copyFileSync(join(root, 'node_modules/onnxruntime-web/dist', file), join(runtime, file));
}
