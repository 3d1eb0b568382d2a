import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { expect } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { SESSION_OPTIONS } from '../runtimes/ort.ts';
import { tf } from './tf.ts';
import { createTfjsModel, type TensorData } from './tfjs-model.ts';

/** Absolute for values below 1, relative for larger ones. */
const TOLERANCE = 1e-3;

/** Returns random numbers in [low, high) for an input of these dims. */
export function randomInput(dims: readonly number[], seed = 1, low = -1, high = 1): TensorData {
  const random = seededRandom(seed);
  const count = dims.reduce((product, dim) => product * dim, 1);
  return { dims, data: Float32Array.from({ length: count }, () => random.between(low, high)) };
}

type Inputs = Readonly<Record<string, TensorData>>;
type Outputs = Record<string, TensorData>;

export async function runOnnxruntime(bytes: Uint8Array, inputs: Inputs): Promise<Outputs> {
  const [outputs = {}] = await runAllOnOnnxruntime(bytes, [inputs]);
  return outputs;
}

export async function runTfjs(bytes: Uint8Array, inputs: Inputs): Promise<Outputs> {
  const [outputs = {}] = await runAllOnTfjs(bytes, [inputs]);
  return outputs;
}

async function runAllOnOnnxruntime(bytes: Uint8Array, all: readonly Inputs[]): Promise<Outputs[]> {
  env.wasm.numThreads = 1;
  const options = {
    ...SESSION_OPTIONS,
    executionProviders: ['wasm'],
    logSeverityLevel: 3 as const,
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

async function runAllOnTfjs(bytes: Uint8Array, all: readonly Inputs[]): Promise<Outputs[]> {
  const model = createTfjsModel(tf, readOnnxModel(bytes));
  try {
    const results: Outputs[] = [];
    for (const inputs of all) results.push(await model.run(inputs));
    return results;
  } finally {
    model.dispose();
  }
}

/** Returns the largest difference, in the measure of TOLERANCE. The shapes must be equal. */
export function largestDifference(actual: Inputs, expected: Inputs): number {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  let largest = 0;
  for (const [name, { dims, data }] of Object.entries(expected)) {
    const tensor = actual[name];
    expect(tensor?.dims, name).toEqual(dims);
    for (const [index, value] of data.entries()) {
      const error = Math.abs((tensor?.data[index] ?? Number.NaN) - value) / Math.max(1, Math.abs(value));
      if (!(error <= largest)) largest = error;
      if (Number.isNaN(error)) return Number.POSITIVE_INFINITY;
    }
  }
  return largest;
}

/** Expects the same outputs from tfjs and onnxruntime for each of the inputs. */
export async function expectAgreement(bytes: Uint8Array, ...inputs: Inputs[]): Promise<void> {
  const expected = await runAllOnOnnxruntime(bytes, inputs);
  const actual = await runAllOnTfjs(bytes, inputs);
  for (const [index, outputs] of expected.entries()) {
    expect(largestDifference(actual[index] ?? {}, outputs)).toBeLessThan(TOLERANCE);
  }
}
