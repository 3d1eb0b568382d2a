import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { expect } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { tf } from './tf.ts';
import { createTfjsModel, type TensorData } from './tfjs-model.ts';

/** Absolute for small values, relative for large ones. */
export const TOLERANCE = 1e-3;

/** Numbers in [low, high) for an input of these dims. */
export function randomInput(dims: readonly number[], seed = 1, low = -1, high = 1): TensorData {
  const random = seededRandom(seed);
  const count = dims.reduce((product, dim) => product * dim, 1);
  return { dims, data: Float32Array.from({ length: count }, () => random.between(low, high)) };
}

type Inputs = Readonly<Record<string, TensorData>>;
type Outputs = Record<string, TensorData>;

export async function runOnnxruntime(bytes: Uint8Array, inputs: Inputs): Promise<Outputs> {
  const [outputs = {}] = await eachOnOnnxruntime(bytes, [inputs]);
  return outputs;
}

export async function runTfjs(bytes: Uint8Array, inputs: Inputs): Promise<Outputs> {
  const [outputs = {}] = await eachOnTfjs(bytes, [inputs]);
  return outputs;
}

async function eachOnOnnxruntime(bytes: Uint8Array, all: readonly Inputs[]): Promise<Outputs[]> {
  env.wasm.numThreads = 1;
  const options = {
    executionProviders: ['wasm'],
    logSeverityLevel: 3 as const,
    extra: { session: { disable_quant_qdq: '1' } },
  };
  const session = await InferenceSession.create(bytes, options);
  try {
    const results: Outputs[] = [];
    for (const inputs of all) {
      const tensors = Object.entries(inputs).map(([name, { dims, data }]) => [
        name,
        new Tensor('float32', data, dims),
      ]);
      const outputs = await session.run(Object.fromEntries(tensors));
      results.push(
        Object.fromEntries(
          Object.entries(outputs).map(([name, tensor]) => {
            const numbers = Array.from(tensor.data as Iterable<number | bigint>, Number);
            return [name, { dims: tensor.dims, data: Float32Array.from(numbers) }];
          }),
        ),
      );
    }
    return results;
  } finally {
    await session.release();
  }
}

async function eachOnTfjs(bytes: Uint8Array, all: readonly Inputs[]): Promise<Outputs[]> {
  const model = createTfjsModel(tf, readOnnxModel(bytes));
  try {
    const results: Outputs[] = [];
    for (const inputs of all) results.push(await model.run(inputs));
    return results;
  } finally {
    model.dispose();
  }
}

/** The largest difference, measured as TOLERANCE is; shapes must be equal. */
export function difference(actual: Inputs, expected: Inputs): number {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  let worst = 0;
  for (const [name, { dims, data }] of Object.entries(expected)) {
    const found = actual[name];
    expect(found?.dims, name).toEqual(dims);
    for (const [index, value] of data.entries()) {
      const error = Math.abs((found?.data[index] ?? Number.NaN) - value) / Math.max(1, Math.abs(value));
      if (!(error <= worst)) worst = error;
      if (Number.isNaN(error)) return Number.POSITIVE_INFINITY;
    }
  }
  return worst;
}

/** That tfjs and onnxruntime answer the same for a model file and its inputs, one after the other. */
export async function expectAgreement(bytes: Uint8Array, ...inputs: Inputs[]): Promise<void> {
  const expected = await eachOnOnnxruntime(bytes, inputs);
  const actual = await eachOnTfjs(bytes, inputs);
  for (const [nth, outputs] of expected.entries()) {
    expect(difference(actual[nth] ?? {}, outputs)).toBeLessThan(TOLERANCE);
  }
}
