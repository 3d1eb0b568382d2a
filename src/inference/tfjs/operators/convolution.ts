import type { Tensor1D, Tensor4D } from '@tensorflow/tfjs-core';
import { type NodeReader, requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable, OperatorTools } from '../operator.ts';
import type { Dims } from '../shapes.ts';
import { Value } from '../value.ts';
import { type Pair, readPair, readWindow, toExplicitPads } from './window.ts';

/** Activations that tfjs can fuse into a convolution; see plan/plan-graph.ts. */
export const FUSED_ACTIVATIONS = ['linear', 'relu', 'relu6', 'sigmoid'] as const;

type FilterDims = [number, number, number, number];

const conv: Operator = (node, tools) => {
  if (!node.constant(1)) return convByComputedWeights(node, tools);
  const { tf } = tools;
  const weights = readWeights(node);
  const window = readWindow(node, weights.kernel);
  const activation = node.choice('activation', FUSED_ACTIVATIONS);
  const groups = node.int('group', 1);
  const [outputs = 1, inputsPerGroup = 1] = weights.dims;
  if (outputs % groups !== 0)
    throw node.unsupported(`its ${outputs} outputs do not divide into ${groups} groups`);
  const bias = readBias(node, tools, outputs);
  let { data, dims } = weights;
  let dilations = window.dilations;
  if (Math.max(...window.strides) > 1 && Math.max(...dilations) > 1) {
    ({ data, dims } = dilate(data, dims, dilations)); // tfjs does not support strides together with dilations
    dilations = [1, 1];
  }
  const [height = 1, width = 1] = dims.slice(2);
  const common = { strides: window.strides, dilations, activation };

  if (groups > 1 && inputsPerGroup === 1) {
    // Same output order as tfjs's channel multiplier: all outputs of one input channel, then the next channel.
    const filterDims: FilterDims = [height, width, groups, outputs / groups];
    const filter = tools.own(tf.tensor(permute(data, dims, [2, 3, 0, 1]), filterDims) as Tensor4D);
    return (inputs) => {
      const x = requireInput(inputs, 0).spatial();
      const pad = toExplicitPads(window.pads(x.shape[1], x.shape[2]));
      // Its types omit explicit pads, but it passes `pad` to the same function as conv2d.
      const options = { ...common, x, filter, bias, pad: pad as unknown as number };
      return Value.spatial(tf, tf.fused.depthwiseConv2d(options));
    };
  }

  const perGroup = outputs / groups;
  const groupSize = perGroup * inputsPerGroup * height * width;
  const filters = Array.from({ length: groups }, (_, group) => {
    const part = data.subarray(group * groupSize, (group + 1) * groupSize);
    const hwio = permute(part, [perGroup, inputsPerGroup, height, width], [2, 3, 1, 0]);
    return tools.own(tf.tensor(hwio, [height, width, inputsPerGroup, perGroup]) as Tensor4D);
  });
  const biases = groups === 1 ? [bias] : tf.split(bias, groups).map((part) => tools.own(part as Tensor1D));
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    const pad = toExplicitPads(window.pads(x.shape[1], x.shape[2]));
    const parts: Tensor4D[] = groups === 1 ? [x] : tf.split(x, groups, 3);
    const results = filters.map((filter, group) => {
      const [part = x, bias = null] = [parts[group], biases[group]];
      return tf.fused.conv2d({ ...common, x: part, filter, pad, ...(bias && { bias }) });
    });
    return Value.spatial(tf, results.length === 1 && results[0] ? results[0] : tf.concat(results, 3));
  };
};

/** A convolution whose weights are computed from the input of the model. */
const convByComputedWeights: Operator = (node, { tf, own }) => {
  node.requireInt('group', 1);
  const { strides, dilations, pads } = readWindow(node);
  const activation = node.choice('activation', FUSED_ACTIVATIONS);
  if (Math.max(...strides) > 1 && Math.max(...dilations) > 1)
    throw node.unsupported('its weights must be constant, as it has strides and dilations');
  const bias = node.hasInput(2)
    ? own(tf.tensor(node.takeConstant(2, 'bias').floats()) as Tensor1D)
    : undefined;
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    const filter = tf.transpose(requireInput(inputs, 1).plain(), [2, 3, 1, 0]) as Tensor4D;
    const pad = toExplicitPads(pads(x.shape[1], x.shape[2]));
    const options = { x, filter, strides, dilations, activation, pad, ...(bias && { bias }) };
    return Value.spatial(tf, tf.fused.conv2d(options));
  };
};

const convTranspose: Operator = (node, tools) => {
  const { tf } = tools;
  const weights = node.constant(1) ? readWeights(node) : undefined;
  const window = readWindow(node, weights?.kernel);
  const { kernel } = window;
  const [extraHeight, extraWidth] = readPair(node, 'output_padding', [0, 0]);
  node.requireInt('group', 1);
  if (Math.max(...window.dilations) > 1) throw node.unsupported('its window is dilated');
  if (node.ints('output_shape')) throw node.unsupported('its attribute output_shape is not implemented');
  if (node.choice('auto_pad', ['NOTSET', 'VALID', 'SAME_UPPER', 'SAME_LOWER']).startsWith('SAME')) {
    throw node.unsupported('its attribute auto_pad must be NOTSET or VALID');
  }
  const constant = weights && createTransposedFilter(weights, tools);
  const bias = node.hasInput(2)
    ? tools.own(tf.tensor(node.takeConstant(2, 'bias').floats()) as Tensor1D)
    : undefined;
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    const filter = constant ?? (tf.transpose(requireInput(inputs, 1).plain(), [2, 3, 1, 0]) as Tensor4D);
    const outputs = filter.shape[2];
    const [batch, height, width] = x.shape;
    const pads = window.pads(height, width);
    const size = (count: number, axis: 0 | 1, extra: number) =>
      (count - 1) * window.strides[axis] + kernel[axis] + extra - pads[axis][0] - pads[axis][1];
    const shape: Tensor4D['shape'] = [
      batch,
      size(height, 0, extraHeight),
      size(width, 1, extraWidth),
      outputs,
    ];
    const result = tf.conv2dTranspose(x, filter, shape, window.strides, toExplicitPads(pads));
    return Value.spatial(tf, bias ? tf.add(result, bias) : result);
  };
};

function createTransposedFilter({ data, dims, kernel }: Weights, { tf, own }: OperatorTools): Tensor4D {
  const [inputs = 1, outputs = 1] = dims;
  const filterDims: FilterDims = [...kernel, outputs, inputs];
  return own(tf.tensor(permute(data, dims, [2, 3, 1, 0]), filterDims) as Tensor4D);
}

interface Weights {
  data: Float32Array;
  dims: Dims;
  kernel: Pair;
}

function readWeights(node: NodeReader): Weights {
  const weights = node.takeConstant(1, 'weights');
  const [, , height, width] = weights.dims;
  if (weights.rank !== 4 || height === undefined || width === undefined) {
    throw node.unsupported(`its weights have rank ${weights.rank}; only images (rank 4) are supported`);
  }
  return { data: weights.floats(), dims: weights.dims, kernel: [height, width] };
}

function readBias(node: NodeReader, { tf, own }: OperatorTools, outputs: number): Tensor1D {
  const bias = node.hasInput(2) ? node.takeConstant(2, 'bias').floats() : new Float32Array(outputs);
  return own(tf.tensor(bias, [outputs]) as Tensor1D);
}

/** Permutes the axes of a tensor like tf.transpose, but in JavaScript: it runs once, when the model is loaded. */
function permute(data: Float32Array, dims: Dims, axes: readonly number[]): Float32Array {
  const strides = dims.map((_, axis) => dims.slice(axis + 1).reduce((product, dim) => product * dim, 1));
  const permuted = new Float32Array(data.length);
  let at = 0;
  const visit = (depth: number, offset: number): void => {
    const axis = axes[depth];
    if (axis === undefined) {
      permuted[at] = data[offset] ?? 0;
      at += 1;
      return;
    }
    const [count = 1, stride = 1] = [dims[axis], strides[axis]];
    for (let index = 0; index < count; index += 1) visit(depth + 1, offset + index * stride);
  };
  visit(0, 0);
  return permuted;
}

/** Inserts zeros into weights (…, height, width), for kernels that do not support strides together with dilations. */
function dilate(data: Float32Array, dims: Dims, [down, across]: readonly [number, number]) {
  const [first = 1, second = 1, height = 1, width = 1] = dims;
  const tall = (height - 1) * down + 1;
  const wide = (width - 1) * across + 1;
  const spread = new Float32Array(first * second * tall * wide);
  for (const [index, value] of data.entries()) {
    const x = index % width;
    const y = Math.floor(index / width) % height;
    const plane = Math.floor(index / width / height);
    spread[(plane * tall + y * down) * wide + x * across] = value;
  }
  return { data: spread, dims: [first, second, tall, wide] };
}

export const CONVOLUTIONS: OperatorTable = { Conv: conv, ConvTranspose: convTranspose };
