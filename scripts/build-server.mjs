import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { replaceImports } from './module-graph.mjs';
import { root, runTool } from './run.mjs';

/** The files of onnxruntime-web that Node needs, of the 139 MB of the package. */
const RUNTIME = ['ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

/**
 * Builds server/dist/, the code of the package kerbside-server: server/, src/node/, and those modules of src/ that
 * kerbside does not ship. All others are imported from kerbside, so that both packages share one error class. In `runtime/`:
 * the WASM runtime, which is `#onnxruntime` there.
 * @param {string} [library] the built kerbside
 * @returns {boolean} whether it compiled
 */
export function buildServer(library = join(root, 'dist')) {
  const out = join(root, 'server/dist');
  // As deep as server/dist, so that the source maps are right there.
  mkdirSync(join(root, '.data'), { recursive: true });
  const compiled = mkdtempSync(join(root, '.data/server-'));
  try {
    if (!runTool('tsc', ['-p', 'tsconfig.server.json', '--outDir', compiled], { from: 'typescript' }))
      return false;
    rmSync(out, { recursive: true, force: true });
    /** @param {string} file of the compiled source; undefined if it is not part of kerbside */
    const findInLibrary = (file) => {
      const name = relative(join(compiled, 'src'), file);
      return !name.startsWith('..') && existsSync(join(library, name)) ? name : undefined;
    };
    for (const name of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
      const [from, to] = [join(compiled, name), join(out, name)];
      if (!/\.(js|d\.ts)$/.test(name) || findInLibrary(from)) continue;
      const code = replaceImports(from, readFileSync(from, 'utf8'), (target) => {
        const module = findInLibrary(target);
        return module && `kerbside/internal/${toModuleName(module)}.js`;
      });
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, code);
      if (existsSync(`${from}.map`)) cpSync(`${from}.map`, `${to}.map`);
    }
    copyRuntime(join(out, 'runtime'));
    return true;
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

/** @param {string} folder */
function copyRuntime(folder) {
  mkdirSync(folder);
  for (const file of RUNTIME)
    copyFileSync(join(root, 'node_modules/onnxruntime-web/dist', file), join(folder, file));
}

/** @param {string} file its path in dist/ */
function toModuleName(file) {
  return file.replaceAll('\\', '/').replace(/(\.d\.ts|\.js)$/, '');
}
