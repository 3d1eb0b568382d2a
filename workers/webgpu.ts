import * as ort from 'onnxruntime-web/webgpu';
import { createOrtWebgpuEngine } from '../src/inference/webgpu/ort-webgpu-engine.ts';
import { createEngineMethods } from '../src/inference/worker/engine-methods.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** onnxruntime on WebGPU. Its WebAssembly part only prepares the work, so one thread is enough. */
serveWorker(
  createEngineMethods(async ({ runtimeUrl }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtWebgpuEngine(ort);
  }),
);
