import * as ort from 'onnxruntime-web/wasm';
import { createOrtWasmEngine } from '../src/inference/runtimes/ort-wasm-engine.ts';
import { createEngineMethods } from '../src/inference/worker/engine-methods.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** onnxruntime on WebAssembly. It runs everywhere and is the fallback of the other engines. */
serveWorker(
  createEngineMethods(async ({ runtimeUrl, threads }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtWasmEngine(ort, threads);
  }),
);
