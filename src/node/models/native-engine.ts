import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import { KerbsideError } from '../../errors.ts';
import type { Session, Tensors } from '../../inference/engine.ts';
import { SESSION_OPTIONS } from '../../inference/runtimes/ort.ts';

/** The part of onnxruntime-node that this library uses. */
export interface NativeOrt {
  env: { versions: { common: string; node?: string } };
  InferenceSession: typeof InferenceSession;
  Tensor: typeof OrtTensor;
}

/**
 * Imports onnxruntime-node. Returns undefined if the app has not installed it: at 200 MB it is not a dependency of
 * kerbside-server.
 *
 * @throws `engine_failed` if it is installed but does not start.
 */
export async function importNativeOrt(): Promise<NativeOrt | undefined> {
  const name: string = 'onnxruntime-node'; // typed as string so that compilers and bundlers do not resolve it
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

/**
 * Creates a session that runs a model on the CPU.
 *
 * @param threads - Left out, the runtime chooses: it can tell cores from hyper-threads.
 */
export async function loadNativeSession(
  ort: NativeOrt,
  model: Uint8Array,
  threads?: number,
): Promise<Session> {
  const session = await ort.InferenceSession.create(model, {
    ...SESSION_OPTIONS,
    executionProviders: ['cpu'],
    ...(threads !== undefined && { intraOpNumThreads: threads }),
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
      throw new KerbsideError('model_invalid', `Output ${name} is ${type}; models must return float32.`);
    outputs[name] = { dims, data };
  }
  return outputs;
}

/** Returns true if the package itself is missing. If one of its own dependencies is missing, that is an error. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  // Vite replaces an optional peer that is not installed with a module that throws this.
  if (error.message.startsWith(`Could not resolve "${name}"`)) return true;
  const isModuleError =
    'code' in error && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND');
  return isModuleError && error.message.includes(`'${name}'`);
}
