import type { env, InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import { KerbsideError } from '../../errors.ts';

/** The part of onnxruntime-web that is used. Each worker passes its own build of it. */
export interface Ort {
  env: typeof env;
  InferenceSession: typeof InferenceSession;
  Tensor: typeof OrtTensor;
}

/** The options of every session. */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  graphOptimizationLevel: 'all',
  // For weight-only int8: otherwise the runtime uses integer kernels instead of folding the weights.
  extra: { session: { disable_quant_qdq: '1' } },
};

export function createWrongTypeError(type: string): KerbsideError {
  return new KerbsideError('model_invalid', `An output of the model is ${type}; models must return float32.`);
}
