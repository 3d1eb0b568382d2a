import * as ort from 'onnxruntime-web/wasm';
import { createOrtWasmEngine } from '../../../src/inference/runtimes/ort-wasm-engine.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { benchMethods } from './bench-methods.ts';

serveWorker(
  benchMethods(async ({ runtimeUrl, threads }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtWasmEngine(ort, threads);
  }),
);
