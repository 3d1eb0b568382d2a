import * as ort from 'onnxruntime-web/webgpu';
import { engineMethods } from '../src/inference/engine-methods.ts';
import { createOrtEngine } from '../src/inference/ort-engine.ts';
import { serveWorker } from '../src/inference/worker-boundary.ts';

/** onnxruntime on the GPU. Its WebAssembly part only prepares the work, so one thread is enough. */
serveWorker(
  engineMethods(async ({ runtimeUrl }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtEngine(ort, { name: 'webgpu', provider: 'webgpu', threads: 1 });
  }),
);
