import '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import { beforeAll, describe, it } from 'vitest';
import { floats, onnxModel } from '../../../../test/fixtures/onnx-writer.ts';
import { expectAgreement, randomInput } from '../agreement.suite.ts';

beforeAll(async () => {
  await setBackend('wasm');
});

const random = (dims: readonly number[], seed: number, low = -1) =>
  floats(dims, randomInput(dims, seed, low, 1).data);

describe('a folded convolution with batch norm, scale, offset and activation agrees with onnxruntime', () => {
  it.each([
    ['Conv', [4, 3, 3, 3], 1],
    ['Conv', [6, 1, 3, 3], 3],
    ['ConvTranspose', [3, 4, 2, 2], 1],
  ] as const)('%s %j in %i groups', async (op, dims, group) => {
    const channels = op === 'Conv' ? dims[0] : dims[1];
    const bytes = onnxModel({
      inputs: { x: [1, 3, null, null] },
      outputs: { y: 'float32' },
      initializers: {
        w: random(dims, 1),
        scale: random([channels], 2),
        bias: random([channels], 3),
        mean: random([channels], 4),
        variance: random([channels], 5, 0.5),
        factor: floats([1], [0.7]),
        offset: random([1, channels, 1, 1], 6),
      },
      nodes: [
        { op, inputs: ['x', 'w'], outputs: ['a'], attributes: { group } },
        { op: 'BatchNormalization', inputs: ['a', 'scale', 'bias', 'mean', 'variance'], outputs: ['b'] },
        { op: 'Mul', inputs: ['factor', 'b'], outputs: ['c'] },
        { op: 'Add', inputs: ['c', 'offset'], outputs: ['d'] },
        { op: 'Relu', inputs: ['d'], outputs: ['y'] },
      ],
    });
    await expectAgreement(bytes, { x: randomInput([1, 3, 6, 5]) });
  });
});
