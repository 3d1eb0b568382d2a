import '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { floats, onnxModel } from '../../../../test/fixtures/onnx-writer.ts';
import { expectAgreement, randomInput } from '../agreement.suite.ts';

beforeAll(async () => {
  await setBackend('wasm');
});

const pair = (low: number, high: number) =>
  fc.tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }));
const weights = (dims: readonly number[], seed: number) => floats(dims, randomInput(dims, seed).data);

const convolution = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  groups: fc.integer({ min: 1, max: 4 }),
  inputsPerGroup: fc.integer({ min: 1, max: 3 }),
  outputsPerGroup: fc.integer({ min: 1, max: 3 }),
  size: pair(7, 12),
  kernel: pair(1, 3),
  strides: pair(1, 3),
  dilations: pair(1, 2),
  begin: pair(0, 2),
  end: pair(0, 2),
  hasBias: fc.boolean(),
  activation: fc.constantFrom('', 'Relu', 'Sigmoid', 'HardSwish'),
  seed: fc.nat(),
});

describe('convolutions agree with onnxruntime', () => {
  it('for any size, stride, pad, dilation and number of groups', async () => {
    await fc.assert(
      fc.asyncProperty(convolution, async (one) => {
        const outputs = one.groups * one.outputsPerGroup;
        const dims = [one.batch, one.groups * one.inputsPerGroup, ...one.size];
        const attributes = {
          group: one.groups,
          kernel_shape: one.kernel,
          strides: one.strides,
          dilations: one.dilations,
          pads: [...one.begin, ...one.end],
        };
        const inputs = ['x', 'w', ...(one.hasBias ? ['b'] : [])];
        const bytes = onnxModel({
          inputs: { x: [null, null, null, null] },
          outputs: { y: 'float32' },
          initializers: {
            w: weights([outputs, one.inputsPerGroup, ...one.kernel], one.seed),
            b: weights([outputs], one.seed + 1),
          },
          nodes: [
            { op: 'Conv', inputs, outputs: ['h'], attributes },
            { op: one.activation || 'Identity', inputs: ['h'], outputs: ['y'] },
          ],
        });
        await expectAgreement(bytes, { x: randomInput(dims, one.seed + 2) });
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('if they are transposed', async () => {
    const transposed = fc.record({
      inputs: fc.integer({ min: 1, max: 3 }),
      outputs: fc.integer({ min: 1, max: 3 }),
      size: pair(1, 5),
      kernel: pair(2, 4),
      strides: pair(1, 3),
      begin: pair(0, 1),
      end: pair(0, 1),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(transposed, async (one) => {
        const attributes = {
          strides: one.strides,
          kernel_shape: one.kernel,
          pads: [...one.begin, ...one.end],
        };
        const shortest = one.size.map(
          (size, axis) => (size - 1) * (one.strides[axis] ?? 1) + (one.kernel[axis] ?? 1),
        );
        fc.pre(shortest.every((side, axis) => side > (one.begin[axis] ?? 0) + (one.end[axis] ?? 0)));
        const bytes = onnxModel({
          inputs: { x: [null, null, null, null] },
          outputs: { y: 'float32' },
          initializers: {
            w: weights([one.inputs, one.outputs, ...one.kernel], one.seed),
            b: weights([one.outputs], one.seed + 1),
          },
          nodes: [{ op: 'ConvTranspose', inputs: ['x', 'w', 'b'], outputs: ['y'], attributes }],
        });
        await expectAgreement(bytes, { x: randomInput([1, one.inputs, ...one.size], one.seed + 2) });
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it.each([
    { op: 'Conv', attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [2, 1] } },
    { op: 'ConvTranspose', attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [2, 2] } },
  ])('if weights are computed from the input: $op', async ({ op, attributes }) => {
    const bytes = onnxModel({
      inputs: { x: [1, 2, null, null] },
      outputs: { y: 'float32' },
      initializers: { w: weights([2, 2, 3, 3], 1), b: weights([2], 2) },
      nodes: [
        { op: 'GlobalAveragePool', inputs: ['x'], outputs: ['mean'] },
        { op: 'Mul', inputs: ['w', 'mean'], outputs: ['scaled'] },
        { op, inputs: ['x', 'scaled', 'b'], outputs: ['h'], attributes },
        { op: 'Relu', inputs: ['h'], outputs: ['y'] },
      ],
    });
    await expectAgreement(bytes, { x: randomInput([1, 2, 6, 7], 3) });
  });

  it.each(['SAME_UPPER', 'SAME_LOWER', 'VALID'])('with %s pads', async (auto_pad) => {
    const bytes = onnxModel({
      inputs: { x: [1, 2, null, null] },
      outputs: { y: 'float32' },
      initializers: { w: weights([3, 2, 3, 4], 1) },
      nodes: [{ op: 'Conv', inputs: ['x', 'w'], outputs: ['y'], attributes: { auto_pad, strides: [2, 2] } }],
    });
    await expectAgreement(bytes, { x: randomInput([1, 2, 8, 9]) });
  });

  it('with output_padding', async () => {
    const attributes = { strides: [2, 2], output_padding: [1, 1], pads: [1, 1, 1, 1] };
    const bytes = onnxModel({
      inputs: { x: [1, 2, 4, 5] },
      outputs: { y: 'float32' },
      initializers: { w: weights([2, 3, 3, 3], 1) },
      nodes: [{ op: 'ConvTranspose', inputs: ['x', 'w'], outputs: ['y'], attributes }],
    });
    await expectAgreement(bytes, { x: randomInput([1, 2, 4, 5]) });
  });
});

describe('pools agree with onnxruntime', () => {
  it.each(['MaxPool', 'AveragePool'])(
    '%s, for any size, stride and pad',
    async (op) => {
      const pool = fc.record({
        size: pair(3, 9),
        kernel: pair(1, 3),
        strides: pair(1, 3),
        begin: pair(0, 2),
        end: pair(0, 2),
        ceil_mode: fc.constantFrom(0, 1),
        seed: fc.nat(),
      });
      await fc.assert(
        fc.asyncProperty(pool, async ({ size, kernel, strides, begin, end, ceil_mode, seed }) => {
          fc.pre([...begin, ...end].every((pad, index) => pad < (kernel[index % 2] ?? 1)));
          const attributes = { kernel_shape: kernel, strides, pads: [...begin, ...end], ceil_mode };
          const bytes = onnxModel({
            inputs: { x: [1, 3, null, null] },
            outputs: { y: 'float32' },
            nodes: [{ op, inputs: ['x'], outputs: ['y'], attributes }],
          });
          await expectAgreement(bytes, { x: randomInput([1, 3, ...size], seed) });
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );
});
