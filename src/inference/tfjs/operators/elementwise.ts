import type { Tensor } from '@tensorflow/tfjs-core';
import { type NodeReader, requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import type { Tfjs } from '../tf.ts';
import { preferSpatial, Value } from '../value.ts';

/** An elementwise operator. It works in both layouts, so it keeps the layout of its input. */
type Unary = (tf: Tfjs, node: NodeReader) => (x: Tensor) => Tensor;

const unary =
  (make: Unary): Operator =>
  (node, { tf }) => {
    const apply = make(tf, node);
    return (inputs) => {
      const x = requireInput(inputs, 0);
      return x.isSpatial ? Value.spatial(tf, apply(x.spatial())) : Value.plain(tf, apply(x.plain()));
    };
  };

const clip: Operator = (node, { tf }) => {
  const isOld = node.opset < 11;
  const low = isOld ? node.float('min', Number.NEGATIVE_INFINITY) : constantBound(node, 1);
  const high = isOld ? node.float('max', Number.POSITIVE_INFINITY) : constantBound(node, 2);
  const apply = (x: Tensor): Tensor => {
    if (low === 0 && high === 6) return tf.relu6(x);
    if (low === 0 && high === Number.POSITIVE_INFINITY) return tf.relu(x);
    return tf.clipByValue(x, Math.max(low, -MAX_FLOAT), Math.min(high, MAX_FLOAT));
  };
  return (inputs) => {
    const x = requireInput(inputs, 0);
    return x.isSpatial ? Value.spatial(tf, apply(x.spatial())) : Value.plain(tf, apply(x.plain()));
  };
};

/** Shaders have no literal for infinity. */
const MAX_FLOAT = 3.4028234663852886e38;

function constantBound(node: NodeReader, index: number): number {
  const none = index === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return node.hasInput(index) ? (node.takeConstant(index, 'bounds').numbers()[0] ?? none) : none;
}

/** Does not use tf.prelu: its WASM kernel applies the slope along the last axis, whatever its shape. */
const prelu: Operator = (_node, { tf }) => {
  const apply = (x: Tensor, slope: Tensor): Tensor => tf.add(tf.relu(x), tf.mul(slope, tf.minimum(x, 0)));
  return (inputs) => {
    const [x, slope] = [requireInput(inputs, 0), requireInput(inputs, 1)];
    if (preferSpatial([x, slope])) return Value.spatial(tf, apply(x.spatial(), slope.spatial()));
    return Value.plain(tf, apply(x.plain(), slope.plain()));
  };
};

export const ELEMENTWISE: OperatorTable = {
  Abs: unary((tf) => tf.abs),
  Ceil: unary((tf) => tf.ceil),
  Clip: clip,
  Cos: unary((tf) => tf.cos),
  Dropout: unary((tf, node) => {
    node.ignore('ratio', 'seed');
    if (node.outputCount > 1) throw node.unsupported('its mask output is not implemented');
    return tf.clone;
  }),
  Elu: unary((tf, node) => {
    if (node.float('alpha', 1) !== 1) throw node.unsupported('its attribute alpha must be 1');
    return tf.elu;
  }),
  Erf: unary((tf) => tf.erf),
  Exp: unary((tf) => tf.exp),
  Floor: unary((tf) => tf.floor),
  Gelu: unary((tf, node) => {
    node.choice('approximate', ['none']);
    return (x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));
  }),
  HardSigmoid: unary((tf, node) => {
    const [alpha, beta] = [node.float('alpha', 0.2), node.float('beta', 0.5)];
    return (x) => tf.clipByValue(tf.add(tf.mul(x, alpha), beta), 0, 1);
  }),
  HardSwish: unary((tf) => (x) => tf.mul(tf.mul(x, 1 / 6), tf.relu6(tf.add(x, 3)))),
  Identity: unary((tf) => tf.clone),
  LeakyRelu: unary((tf, node) => {
    const alpha = node.float('alpha', 0.01);
    return (x) => tf.leakyRelu(x, alpha);
  }),
  Log: unary((tf) => tf.log),
  Neg: unary((tf) => tf.neg),
  Not: unary((tf) => tf.logicalNot),
  PRelu: prelu,
  Reciprocal: unary((tf) => tf.reciprocal),
  Relu: unary((tf) => tf.relu),
  Sigmoid: unary((tf) => tf.sigmoid),
  Sin: unary((tf) => tf.sin),
  Softplus: unary((tf) => tf.softplus),
  Sqrt: unary((tf) => tf.sqrt),
  Tanh: unary((tf) => tf.tanh),
};
