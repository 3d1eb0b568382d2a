import '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { floats, onnxModel } from '../../../../test/fixtures/onnx-writer.ts';
import type { OnnxTensor } from '../../onnx/graph.ts';
import { expectAgreement, randomInput } from '../agreement.suite.ts';
import { createCaseModel, OPERATOR_CASES } from './operator-cases.suite.ts';
import { OPERATORS } from './operators.ts';

/** Tested in convolution.test.ts or, second row, below in graphs with several nodes. */
const TESTED_ELSEWHERE = [
  ...['Conv', 'ConvTranspose'],
  ...['And', 'Or', 'Not', 'Where', 'Range', 'ConstantOfShape', 'DequantizeLinear'],
];

beforeAll(async () => {
  await setBackend('wasm');
});

describe('operators agree with onnxruntime', () => {
  it.each(OPERATOR_CASES.map((one) => [one.op, one.title, one] as const))(
    '%s: %s',
    async (_op, _title, one) => {
      const [low, high] = one.range ?? [-1, 1];
      const { bytes, dims } = createCaseModel(one);
      await expectAgreement(bytes, { x: randomInput(dims, 11, low, high) });
    },
  );

  it('Where, And, Or, Not', async () => {
    const bytes = onnxModel({
      inputs: { x: [1, 2, 3, 4], z: [3, 4] },
      outputs: { y: 'float32', both: 'bool' },
      initializers: { low: floats([], [-0.5]), high: floats([], [0.5]) },
      nodes: [
        { op: 'Greater', inputs: ['x', 'high'], outputs: ['above'] },
        { op: 'Less', inputs: ['x', 'low'], outputs: ['below'] },
        { op: 'Or', inputs: ['above', 'below'], outputs: ['outside'] },
        { op: 'Not', inputs: ['outside'], outputs: ['inside'] },
        { op: 'And', inputs: ['inside', 'outside'], outputs: ['both'] },
        { op: 'Where', inputs: ['inside', 'x', 'z'], outputs: ['y'] },
      ],
    });
    await expectAgreement(bytes, { x: randomInput([1, 2, 3, 4]), z: randomInput([3, 4], 2) });
  });

  it('Range and ConstantOfShape, from the shape of the input', async () => {
    const whole = (value: bigint): OnnxTensor => ({ type: 'int64', dims: [], data: BigInt64Array.of(value) });
    const fill = { value: { tensor: floats([1], [2.5]) } };
    const bytes = onnxModel({
      inputs: { x: [null, null] },
      outputs: { range: 'int64', filled: 'float32' },
      initializers: { zero: whole(0n), two: whole(2n), three: whole(3n) },
      nodes: [
        { op: 'Shape', inputs: ['x'], outputs: ['shape'] },
        { op: 'Size', inputs: ['x'], outputs: ['size'] },
        { op: 'Div', inputs: ['size', 'two'], outputs: ['half'] },
        { op: 'Range', inputs: ['zero', 'half', 'three'], outputs: ['range'] },
        { op: 'ConstantOfShape', inputs: ['shape'], outputs: ['filled'], attributes: fill },
      ],
    });
    await expectAgreement(bytes, { x: randomInput([4, 5]) });
  });

  it('DequantizeLinear of a computed input', async () => {
    const zero: OnnxTensor = { type: 'int8', dims: [3], data: Int8Array.of(0, 5, -7) };
    const inputs = ['whole', 'scale', 'zero'];
    const bytes = onnxModel({
      inputs: { x: [2, 3, 4, 4] },
      outputs: { y: 'float32' },
      initializers: { scale: floats([3], [0.5, 0.01, 2]), zero },
      nodes: [
        { op: 'Cast', inputs: ['x'], outputs: ['whole'], attributes: { to: 3 } },
        { op: 'DequantizeLinear', inputs, outputs: ['y'], attributes: { axis: 1 } },
      ],
    });
    await expectAgreement(bytes, { x: randomInput([2, 3, 4, 4], 1, -100, 100) });
  });

  it('all operators are tested', () => {
    const covered = new Set([...OPERATOR_CASES.map(({ op }) => op), ...TESTED_ELSEWHERE]);
    expect(Object.keys(OPERATORS).filter((op) => !covered.has(op))).toEqual([]);
  });
});
