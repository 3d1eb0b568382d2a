import type { EngineName } from '../engine.ts';

export interface Runtime {
  package: string;
  version: string;
  /** The files that the engine needs in addition to its worker, with their sizes. */
  files: readonly { name: string; bytes: number }[];
}

/** The runtimes that the workers are built with. A test compares them with package.json and the installed files. */
export const RUNTIMES: Record<EngineName, Runtime> = {
  wasm: {
    package: 'onnxruntime-web',
    version: '1.30.0',
    files: [
      { name: 'ort-wasm-simd-threaded.mjs', bytes: 24_381 },
      { name: 'ort-wasm-simd-threaded.wasm', bytes: 14_239_897 },
    ],
  },
  webgpu: {
    package: 'onnxruntime-web',
    version: '1.30.0',
    files: [
      { name: 'ort-wasm-simd-threaded.asyncify.mjs', bytes: 53_057 },
      { name: 'ort-wasm-simd-threaded.asyncify.wasm', bytes: 26_781_914 },
    ],
  },
  tfjs: {
    package: '@tensorflow/tfjs-backend-wasm',
    version: '4.22.0',
    files: [
      { name: 'tfjs-backend-wasm.wasm', bytes: 311_123 },
      { name: 'tfjs-backend-wasm-simd.wasm', bytes: 424_594 },
    ],
  },
};

export const workerFileName = (engine: EngineName): string => `${engine}.js`;
