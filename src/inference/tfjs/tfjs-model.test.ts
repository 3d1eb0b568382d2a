import '@tensorflow/tfjs-backend-wasm';
import { memory, setBackend } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { floats, longs, type ModelSpec, onnxModel } from '../../../test/fixtures/onnx-writer.ts';
import { tinyDetector } from '../../../test/fixtures/tiny-detector.ts';
import { GOLDEN, GOLDEN_DIMS } from '../../../test/fixtures/tiny-detector-golden.ts';
import { isKerbsideError } from '../../errors.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import {
  expectAgreement,
  largestDifference,
  randomInput,
  runOnnxruntime,
  runTfjs,
} from './agreement.suite.ts';
import { tf } from './tf.ts';
import { createTfjsModel } from './tfjs-model.ts';

const load = (spec: ModelSpec) => createTfjsModel(tf, readOnnxModel(onnxModel(spec)));
const image = randomInput([1, 3, 24, 32]);

beforeAll(async () => {
  await setBackend('wasm');
});

describe('a small detector', () => {
  it.each(['float32', 'int8', 'float16'] as const)(
    'agrees with onnxruntime with %s weights',
    async (form) => {
      await expectAgreement(onnxModel(tinyDetector(form)), { image });
    },
  );

  it('returns the outputs that the browser tests expect', async () => {
    const inputs = { image: randomInput(GOLDEN_DIMS) };
    expect(
      largestDifference(await runOnnxruntime(onnxModel(tinyDetector('int8')), inputs), GOLDEN),
    ).toBeLessThan(1e-4);
  });

  it('accepts images of any size, one by one and concurrently', async () => {
    const model = load(tinyDetector('int8'));
    const small = randomInput([1, 3, 8, 12], 3);
    const alone = [await model.run({ image }), await model.run({ image: small })];
    const together = await Promise.all([model.run({ image }), model.run({ image: small })]);
    expect(together).toEqual(alone);
    expect(together.map(({ masks }) => masks?.dims)).toEqual([
      [1, 2, 12, 16],
      [1, 2, 4, 6],
    ]);
    model.dispose();
  });
});

describe('memory', () => {
  it('does not grow with runs, and is freed by dispose', async () => {
    const before = memory();
    const model = load(tinyDetector('int8'));
    await model.run({ image });
    const once = memory();
    for (let run = 0; run < 30; run += 1) await model.run({ image });
    expect(memory().numTensors).toBe(once.numTensors);
    expect(memory().numBytes).toBe(once.numBytes);
    model.dispose();
    model.dispose();
    expect(memory().numTensors).toBe(before.numTensors);
    expect(memory().numDataBuffers).toBe(before.numDataBuffers);
  });

  it('contains the weights once, as floats', () => {
    const before = memory().numBytes;
    const model = load(tinyDetector('int8'));
    const weights = 6 * 3 * 36 + 6 * 9 + 4 * 6 + 5 * 8 + 2 * 8 * 9;
    expect(memory().numBytes - before).toBe(4 * (weights + 6 + 6 + 4 + 5 + 2));
    model.dispose();
  });

  it('is freed if a run fails', async () => {
    const model = load({
      inputs: { x: [null, 2], z: [null, 2] },
      outputs: { y: 'float32' },
      nodes: [
        { op: 'Relu', inputs: ['x'], outputs: ['h'] },
        { op: 'Add', name: 'sum', inputs: ['h', 'z'], outputs: ['y'] },
      ],
    });
    const before = memory().numTensors;
    const run = model.run({ x: randomInput([3, 2]), z: randomInput([2, 2]) });
    await expect(run).rejects.toThrow("The node 'sum' (Add) of the model");
    expect(memory().numTensors).toBe(before);
    model.dispose();
  });

  it('is freed if loading fails', () => {
    const before = memory().numTensors;
    const spec = tinyDetector('float32');
    const pool = {
      op: 'MaxPool',
      inputs: ['c'],
      outputs: ['boxes'],
      attributes: { kernel_shape: [2, 2], dilations: [2, 2] },
    };
    expect(() => load({ ...spec, nodes: [...spec.nodes, pool] })).toThrow('its window is dilated');
    expect(memory().numTensors).toBe(before);
  });
});

describe('constants', () => {
  it('are folded when the model is loaded', async () => {
    const spec: ModelSpec = {
      inputs: { x: [2] },
      outputs: { y: 'float32', fixed: 'float32' },
      initializers: { a: floats([2], [1, 2]), b: floats([2], [3, 4]) },
      nodes: [
        { op: 'Mul', inputs: ['a', 'b'], outputs: ['ab'] },
        { op: 'Exp', inputs: ['ab'], outputs: ['fixed'] },
        { op: 'Add', inputs: ['x', 'ab'], outputs: ['y'] },
      ],
    };
    await expectAgreement(onnxModel(spec), { x: randomInput([2]) });
    const before = memory().numTensors;
    const model = load(spec);
    expect(memory().numTensors - before).toBe(2);
    model.dispose();
  });

  it('can be outputs, and so can inputs', async () => {
    const spec: ModelSpec = {
      inputs: { x: [2] },
      outputs: { x: 'float32', a: 'float32' },
      initializers: { a: floats([2], [1, 2]) },
      nodes: [],
    };
    const x = randomInput([2]);
    expect(await runTfjs(onnxModel(spec), { x })).toEqual({
      x,
      a: { dims: [2], data: Float32Array.of(1, 2) },
    });
  });
});

describe('errors', () => {
  const one = (node: Partial<ModelSpec['nodes'][number]>): ModelSpec => ({
    name: 'wheels',
    inputs: { x: [1, 2, 4, 4] },
    outputs: { y: 'float32' },
    initializers: { shape: longs(1, 2), w: floats([1, 2, 1, 1], [1, 1]) },
    nodes: [{ op: 'Relu', name: 'n1', inputs: ['x'], outputs: ['y'], ...node }],
  });

  it('name operator, node and model when the model is loaded, with a remedy', () => {
    expect(() => load(one({ op: 'Einsum', attributes: { equation: 'ij->ji' } }))).toThrow(
      "The node 'n1' (Einsum) of the model 'wheels' cannot run on tfjs: this engine has no operator Einsum. Run the model on another engine (WASM runs all operators), or export it without this node.",
    );
  });

  it.each([
    [{ op: 'Relu', domain: 'com.microsoft' }, 'no operator com.microsoft.Relu'],
    [{ op: 'Relu', attributes: { odd: 1 } }, 'its attribute odd is not implemented'],
    [
      { op: 'Resize', inputs: ['x', '', 'w'], attributes: { mode: 'cubic' } },
      'mode is not one of nearest, linear',
    ],
    [{ op: 'MaxPool', attributes: { kernel_shape: [2] } }, 'kernel_shape must have 2 numbers'],
    [
      {
        op: 'Conv',
        inputs: ['x', 'x'],
        attributes: { kernel_shape: [4, 4], strides: [2, 2], dilations: [2, 2] },
      },
      'its weights must be constant, as it has strides and dilations',
    ],
    [{ op: 'Relu', inputs: ['nowhere'] }, "no node produces its input 'nowhere'"],
    [{ op: 'Softmax', attributes: { axis: 'last' } }, 'its attribute axis is not an integer'],
    [{ op: 'toString' }, 'no operator toString'],
  ])('%j', (node, message) => {
    expect(() => load(one(node))).toThrow(message);
  });

  it('reject inputs of the wrong shape', async () => {
    const model = load(one({}));
    await expect(model.run({})).rejects.toThrow(
      "The model 'wheels' takes an input 'x' of shape [1, 2, 4, 4]; none was passed.",
    );
    await expect(model.run({ x: randomInput([1, 2, 4, 5]) })).rejects.toThrow('it got [1, 2, 4, 5]');
    const short = { dims: [1, 2, 4, 4], data: new Float32Array(5) };
    await expect(model.run({ x: short })).rejects.toThrow('it got 5 numbers');
    model.dispose();
    const late = await model.run({ x: randomInput([1, 2, 4, 4]) }).catch((error: unknown) => error);
    expect(isKerbsideError(late, 'closed')).toBe(true);
  });
});

it('largestDifference compares shapes and values and detects NaN', () => {
  const y = { dims: [2], data: Float32Array.of(1, 100) };
  expect(largestDifference({ y }, { y: { ...y, data: Float32Array.of(1, 101) } })).toBeCloseTo(1 / 101);
  expect(largestDifference({ y: { ...y, data: Float32Array.of(1, Number.NaN) } }, { y })).toBe(
    Number.POSITIVE_INFINITY,
  );
  expect(() => largestDifference({ y: { ...y, dims: [1, 2] } }, { y })).toThrow();
});
