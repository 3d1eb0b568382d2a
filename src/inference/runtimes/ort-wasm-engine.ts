import type { InferenceSession } from 'onnxruntime-common';
import type { Engine, Tensors } from '../engine.ts';
import { createWrongTypeError, type Ort, SESSION_OPTIONS } from './ort.ts';

/** Creates an engine that runs onnxruntime-web on WebAssembly. */
export function createOrtWasmEngine(ort: Ort, threads: number): Engine {
  ort.env.wasm.numThreads = threads;
  // This code already runs in a worker. A second worker would only add a copy.
  ort.env.wasm.proxy = false;
  return {
    info: {
      name: 'wasm',
      runtime: `onnxruntime-web ${ort.env.versions.common}`,
      backend: 'wasm',
      threads,
    },
    async load(model) {
      const session = await ort.InferenceSession.create(model, {
        ...SESSION_OPTIONS,
        executionProviders: ['wasm'],
      });
      return {
        run: (inputs) => run(ort, session, inputs),
        dispose: () => session.release(),
      };
    },
  };
}

async function run(ort: Ort, session: InferenceSession, inputs: Tensors): Promise<Tensors> {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, { dims, data }]) => [name, new ort.Tensor('float32', data, dims)]),
  );
  const results = await session.run(feeds);
  const outputs: Tensors = {};
  for (const [name, tensor] of Object.entries(results)) {
    const data = await tensor.getData();
    if (!(data instanceof Float32Array)) throw createWrongTypeError(tensor.type);
    outputs[name] = { dims: tensor.dims, data };
  }
  return outputs;
}
