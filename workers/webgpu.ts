import * as ort from 'onnxruntime-web/webgpu';
import { createEngineMethods } from '../src/inference/engines/engine-methods.ts';
import { createOrtEngine } from '../src/inference/engines/ort-engine.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** onnxruntime on WebGPU. Its WebAssembly part only prepares the work, so one thread is enough. */
serveWorker(
  createEngineMethods(async ({ runtimeUrl }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtEngine(ort, { name: 'webgpu', provider: 'webgpu', threads: 1 });
  }),
);
