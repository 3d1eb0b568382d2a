// Builds dist/workers/: one self-contained file per engine, one for reports, and the files of the runtimes.
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

const out = join(root, 'dist/workers');

/** @typedef {typeof import('../src/inference/files/runtime-files.ts').RUNTIMES} Runtimes */

/**
 * Builds the workers unless all of them are newer than their sources.
 * @param {Runtimes} runtimes
 */
export async function updateWorkers(runtimes) {
  const files = Object.values(runtimes).flatMap((runtime) => runtime.files.map(({ name }) => name));
  const built = [...Object.keys(runtimes), 'report'].map((name) => `${name}.js`).concat(files);
  const oldest = Math.min(...built.map((name) => timeOf(join(out, name))));
  const sources = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(root, folder, String(path))),
  );
  const newest = Math.max(...[...sources, join(root, 'package-lock.json')].map(timeOf));
  if (newest > oldest) await buildWorkers(runtimes);
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {Runtimes} runtimes */
export async function buildWorkers(runtimes) {
  for (const name of [...Object.keys(runtimes), 'report']) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      // The runtime stays in its own files, which its threads load too. If bundled, it needs a blob worker.
      resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'production'] },
      plugins: [removePreloading(), keepRuntimeImports()],
      build: {
        outDir: out,
        emptyOutDir: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1000, // kB; tfjs is this large, and loaded only if used
        rolldownOptions: {
          input: join(root, 'workers', `${name}.ts`),
          output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false },
        },
      },
    });
  }
  for (const { package: name, files } of Object.values(runtimes)) {
    for (const { name: file } of files)
      copyFileSync(join(root, 'node_modules', name, 'dist', file), join(out, file));
  }
}

/**
 * Replaces Vite's preload helper. A worker has nothing to preload, and other bundlers fail on how the helper resolves names.
 *
 * @returns {import('vite').Plugin}
 */
function removePreloading() {
  return {
    name: 'remove-preloading',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
  };
}

/**
 * Makes the bundlers of apps keep the runtime's dynamic imports, whose files are known only when it runs. webpack fails if it
 * does not find them, and replaces the import of a URL by one that always fails.
 *
 * @returns {import('vite').Plugin}
 */
function keepRuntimeImports() {
  return {
    name: 'keep-runtime-imports',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code
          .replace(
            /new URL\([`'"]ort\.\w+\.min\.mjs[`'"],\s*import\.meta\.url\)/g,
            'new URL(import.meta.url)',
          )
          .replace(/\bimport\((\w+)\)/g, 'import(/* webpackIgnore: true */ /* @vite-ignore */ $1)');
      }
    },
  };
}
