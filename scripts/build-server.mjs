import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './run.mjs';

/** The files of onnxruntime-web that Node needs, of the 139 MB of the package. */
const RUNTIME = ['ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

/**
 * Builds server/dist/, the code of the package kerbside-server: server/, and what it needs of src/. In `runtime/`: the WASM
 * runtime, which is `#onnxruntime` there.
 * @returns {boolean} whether it compiled
 */
export function buildServer() {
  const out = join(root, 'server/dist');
  rmSync(out, { recursive: true, force: true });
  if (!runTool('tsc', ['-p', 'tsconfig.server.json'], { from: 'typescript' })) return false;
  const runtime = join(out, 'runtime');
  mkdirSync(runtime);
  for (const file of RUNTIME)
    copyFileSync(join(root, 'node_modules/onnxruntime-web/dist', file), join(runtime, file));
  return true;
}
