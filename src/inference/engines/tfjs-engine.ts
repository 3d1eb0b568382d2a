import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgl';
import { env, setBackend, version_core } from '@tensorflow/tfjs-core';
import { KerbsideError } from '../../errors.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { tf } from '../tfjs/tf.ts';
import { createTfjsModel } from '../tfjs/tfjs-model.ts';
import type { Engine } from './engine.ts';
import type { EngineConfig } from './engine-methods.ts';

/** tfjs on WebGL2; where that does not start, on its own WebAssembly. */
export async function createTfjsEngine({ runtimeUrl }: EngineConfig): Promise<Engine> {
  setWasmPaths(runtimeUrl);
  // Its threads are workers from a blob, which `worker-src 'self'` forbids: it would wait for them for ever.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // Half floats in textures would cost the agreement with the other engines.
  env().set('WEBGL_FORCE_F16_TEXTURES', false);
  const backend = await firstThatStarts(['webgl', 'wasm']);
  return {
    facts: {
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

async function firstThatStarts(backends: readonly string[]): Promise<string> {
  for (const backend of backends) {
    if (await setBackend(backend).catch(() => false)) return backend;
  }
  throw new KerbsideError('engine_failed', 'tfjs found neither WebGL2 nor WebAssembly in this browser.');
}
