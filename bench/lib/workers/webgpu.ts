import * as ort from 'onnxruntime-web/webgpu';
import { createOrtWebgpuEngine } from '../../../src/inference/webgpu/ort-webgpu-engine.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { benchMethods } from './bench-methods.ts';

serveWorker(
  benchMethods(async ({ runtimeUrl, webgpu }) => {
    ort.env.wasm.wasmPaths = runtimeUrl;
    return createOrtWebgpuEngine(ort, webgpu);
  }),
);
