import type { EngineName } from './engine.ts';

/** The runtimes that the workers are built with. A test holds this against package.json. */
export const RUNTIMES: Record<EngineName, { package: string; version: string; files: readonly string[] }> = {
  wasm: {
    package: 'onnxruntime-web',
    version: '1.30.0',
    files: ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'],
  },
  webgpu: {
    package: 'onnxruntime-web',
    version: '1.30.0',
    files: ['ort-wasm-simd-threaded.asyncify.mjs', 'ort-wasm-simd-threaded.asyncify.wasm'],
  },
  tfjs: {
    package: '@tensorflow/tfjs-backend-wasm',
    version: '4.22.0',
    files: ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'],
  },
};

export const workerFile = (engine: EngineName): string => `${engine}.js`;
