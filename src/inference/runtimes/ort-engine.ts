import type { env, InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import { KerbsideError } from '../../errors.ts';
import type { Engine, EngineInfo, Tensors } from '../engine.ts';

/** The part of onnxruntime-web that is used. Each worker passes its own build of it. */
export interface Ort {
  env: typeof env;
  InferenceSession: typeof InferenceSession;
  Tensor: typeof OrtTensor;
}

interface OrtEngineOptions {
  name: EngineInfo['name'];
  threads: number;
}

/** The options of every session. */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  graphOptimizationLevel: 'all',
  // For weight-only int8: otherwise the runtime uses integer kernels instead of folding the weights.
  extra: { session: { disable_quant_qdq: '1' } },
};

/** Creates an engine that runs onnxruntime-web on WebAssembly. */
export function createOrtEngine(ort: Ort, { name, threads }: OrtEngineOptions): Engine {
  ort.env.wasm.numThreads = threads;
  // This code already runs in a worker. A second worker would only add a copy.
  ort.env.wasm.proxy = false;
  return {
    info: {
      name,
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

export function createWrongTypeError(type: string): KerbsideError {
  return new KerbsideError('model_invalid', `An output of the model is ${type}; models must return float32.`);
}
