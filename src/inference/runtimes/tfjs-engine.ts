import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import '@tensorflow/tfjs-backend-webgl';
import { backend as currentBackend, env, setBackend, version_core } from '@tensorflow/tfjs-core';
import { KerbsideError } from '../../errors.ts';
import type { Engine } from '../engine.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { tf } from '../tfjs/tf.ts';
import { createTfjsModel } from '../tfjs/tfjs-model.ts';
import { GpuLoss } from './gpu-loss.ts';

/** Creates an engine that runs tfjs on WebGL2 or, if that does not start, on its WebAssembly backend. */
export async function createTfjsEngine({ runtimeUrl }: { runtimeUrl: string }): Promise<Engine> {
  setWasmPaths(runtimeUrl);
  // Its threads are workers from blob URLs, which `worker-src 'self'` forbids: tfjs would wait for them forever.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // With half floats in textures the outputs differ too much from those of the other engines.
  env().set('WEBGL_FORCE_F16_TEXTURES', false);
  const backend = await startBackend(['webgl', 'wasm']);
  const untilLost = backend === 'webgl' ? watchWebgl() : <T>(work: Promise<T>) => work;
  return {
    info: {
      name: 'tfjs',
      runtime: `tfjs ${version_core}`,
      backend,
      threads: 1,
    },
    async load(bytes) {
      const model = createTfjsModel(tf, readOnnxModel(bytes));
      return { run: (inputs) => untilLost(model.run(inputs)), dispose: async () => model.dispose() };
    },
  };
}

/** Returns a function that rejects the runs of a GPU that is lost: tfjs waits for them forever, or reads zeros. */
function watchWebgl(): <T>(work: Promise<T>) => Promise<T> {
  const { gl } = (currentBackend() as MathBackendWebGL).getGPGPUContext();
  const loss = new GpuLoss();
  const report = () => loss.report('the browser took the WebGL context away');
  // TypeScript's types of a worker have no canvas.
  (gl as unknown as { canvas: EventTarget }).canvas.addEventListener('webglcontextlost', report);
  return async (work) => {
    const value = await loss.race(work);
    if (gl.isContextLost()) report(); // before its event
    return loss.race(Promise.resolve(value));
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
