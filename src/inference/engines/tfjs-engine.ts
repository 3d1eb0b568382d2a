import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgl';
import { env, setBackend, version_core } from '@tensorflow/tfjs-core';
import { KerbsideError } from '../../errors.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { tf } from '../tfjs/tf.ts';
import { createTfjsModel } from '../tfjs/tfjs-model.ts';
import type { Engine } from './engine.ts';
import type { EngineConfig } from './engine-methods.ts';

/** Creates an engine that runs tfjs on WebGL2 or, if that does not start, on its WebAssembly backend. */
export async function createTfjsEngine({ runtimeUrl }: EngineConfig): Promise<Engine> {
  setWasmPaths(runtimeUrl);
  // Its threads are workers from blob URLs, which `worker-src 'self'` forbids: tfjs would wait for them forever.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // With half floats in textures the outputs differ too much from those of the other engines.
  env().set('WEBGL_FORCE_F16_TEXTURES', false);
  const backend = await startBackend(['webgl', 'wasm']);
  return {
    info: {
      name: 'tfjs',
      runtime: `tfjs ${version_core}`,
      backend,
      threads: 1,
    },
    async load(bytes) {
      const model = createTfjsModel(tf, readOnnxModel(bytes));
      return { run: (inputs) => model.run(inputs), dispose: async () => model.dispose() };
    },
  };
}

async function startBackend(backends: readonly string[]): Promise<string> {
  for (const backend of backends) {
    if (await setBackend(backend).catch(() => false)) return backend;
  }
  throw new KerbsideError(
    'engine_failed',
    'tfjs cannot start: this browser has neither WebGL2 nor WebAssembly.',
  );
}
