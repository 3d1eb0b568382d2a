import * as ort from 'onnxruntime-web/wasm';
import { engineMethods } from '../src/inference/engines/engine-methods.ts';
import { createOrtEngine } from '../src/inference/engines/ort-engine.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** onnxruntime on WebAssembly: runs everywhere, the floor under all others. */
serveWorker(
  engineMethods(async ({ runtimeUrl, threads }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtEngine(ort, { name: 'wasm', provider: 'wasm', threads });
  }),
);
