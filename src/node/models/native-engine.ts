import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import { KerbsideError } from '../../errors.ts';
import type { Session, Tensors } from '../../inference/engines/engine.ts';

/** The parts of onnxruntime-node that are used. */
export interface NativeOrt {
  env: { versions: { common: string; node?: string } };
  InferenceSession: typeof InferenceSession;
  Tensor: typeof OrtTensor;
}

/** onnxruntime-node if the app has it; it is no dependency of ours, at 200 MB it is the app's to choose. */
export async function importNativeOrt(): Promise<NativeOrt | undefined> {
  const name: string = 'onnxruntime-node'; // typed so that no compiler or bundler looks for it
  try {
    const module: { default?: NativeOrt } & NativeOrt = await import(name);
    return module.default ?? module;
  } catch (error) {
    if (isMissing(error, name)) return undefined;
    throw new KerbsideError('engine_failed', `onnxruntime-node is installed but does not start: ${error}`, {
      cause: error,
    });
  }
}

export async function loadNativeSession(ort: NativeOrt, model: Uint8Array): Promise<Session> {
  // How many threads it uses is its own choice: it knows the cores from their hyper-threads.
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    extra: { session: { disable_quant_qdq: '1' } },
  });
  return { run: (inputs) => run(ort, session, inputs), dispose: () => session.release() };
}

async function run(ort: NativeOrt, session: InferenceSession, inputs: Tensors): Promise<Tensors> {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, { dims, data }]) => [name, new ort.Tensor('float32', data, dims)]),
  );
  const outputs: Tensors = {};
  for (const [name, { data, dims, type }] of Object.entries(await session.run(feeds))) {
    if (!(data instanceof Float32Array))
      throw new KerbsideError('model_invalid', `Output ${name} is ${type}; models must answer in float32.`);
    outputs[name] = { dims, data };
  }
  return outputs;
}

/** Not there at all; that something it needs is missing in turn is a fault worth telling. */
function isMissing(error: unknown, name: string): boolean {
  return error instanceof Error && error.message.includes(`'${name}'`) && 'code' in error
    ? error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND'
    : false;
}
