import type { Tensor4D } from '@tensorflow/tfjs-core';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import type { Tfjs } from '../tf.ts';
import { Value } from '../value.ts';
import { ceilPads, type Pads, type Pair, readWindow, toExplicitPads, type Window } from './window.ts';

const maxPool: Operator = (node, { tf }) => {
  const window = readWindow(node);
  const isCeil = node.int('ceil_mode', 0) === 1;
  node.requireInt('storage_order', 0);
  if (node.outputCount > 1) throw node.unsupported('its indices output is not implemented');
  if (Math.max(...window.dilations) > 1) throw node.unsupported('its window is dilated');
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    const [, height, width] = x.shape;
    const pads = isCeil ? ceilPads(window, [height, width]) : window.pads(height, width);
    if (isSinglePixel(window) && !hasPads(pads)) return skipPixels(tf, x, window.strides);
    return Value.spatial(tf, tf.maxPool(x, window.kernel, window.strides, toExplicitPads(pads)));
  };
};

const averagePool: Operator = (node, { tf }) => {
  const window = readWindow(node);
  const isCeil = node.int('ceil_mode', 0) === 1;
  const countsPads = node.int('count_include_pad', 0) === 1;
  if (isCeil && countsPads)
    throw node.unsupported('ceil_mode together with count_include_pad is not implemented');
  if (Math.max(...window.dilations) > 1) throw node.unsupported('its window is dilated');
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    const [, height, width] = x.shape;
    const pads = isCeil ? ceilPads(window, [height, width]) : window.pads(height, width);
    if (isSinglePixel(window) && !hasPads(pads)) return skipPixels(tf, x, window.strides);
    // tfjs divides by the number of pixels inside the image. Explicit zeros around it make the pads count.
    const padded: Tensor4D = countsPads && hasPads(pads) ? tf.pad(x, toExplicitPads(pads)) : x;
    const pad = countsPads ? 'valid' : toExplicitPads(pads);
    return Value.spatial(tf, tf.avgPool(padded, window.kernel, window.strides, pad));
  };
};

const globalPool =
  (kind: 'mean' | 'max'): Operator =>
  (_node, { tf }) =>
  (inputs) =>
    Value.spatial(tf, tf[kind](requireInput(inputs, 0).spatial(), [1, 2], true));

function hasPads(pads: Pads): boolean {
  return Math.max(...pads.flat()) > 0;
}

/** tfjs's WASM kernels reject windows of one pixel. Such a pool only skips pixels. */
function isSinglePixel({ kernel }: Window): boolean {
  return kernel[0] * kernel[1] === 1;
}

function skipPixels(tf: Tfjs, x: Tensor4D, strides: Pair): Value {
  return Value.spatial(tf, tf.stridedSlice(x, [0, 0, 0, 0], x.shape, [1, ...strides, 1]));
}

export const POOLS: OperatorTable = {
  MaxPool: maxPool,
  AveragePool: averagePool,
  GlobalAveragePool: globalPool('mean'),
  GlobalMaxPool: globalPool('max'),
};
