// One self-contained file per engine in dist/workers/, one for reports, and beside them the runtimes' own files.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

const out = join(root, 'dist/workers');

/** @param {typeof import('../src/inference/engines/runtimes.ts').RUNTIMES} runtimes */
export async function buildWorkers(runtimes) {
  for (const name of [...Object.keys(runtimes), 'report']) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      // The runtime stays in files of its own, which its threads load too; a bundled one needs a blob worker.
      resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'production'] },
      plugins: [withoutPreloading(), leaveToTheBrowser()],
      build: {
        outDir: out,
        emptyOutDir: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1000, // kB; tfjs is that large, and loaded only where it is used
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
 * In a worker there is nothing to preload, and other bundlers stumble over how Vite's helper resolves names.
 *
 * @returns {import('vite').Plugin}
 */
function withoutPreloading() {
  return {
    name: 'without-preloading',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
  };
}

/**
 * The runtime names files that are known only when it runs. An app's bundler must not seek them when it takes in the
 * worker: webpack fails where it finds none, and replaces the import of a URL by one that always fails.
 *
 * @returns {import('vite').Plugin}
 */
function leaveToTheBrowser() {
  return {
    name: 'leave-to-the-browser',
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
