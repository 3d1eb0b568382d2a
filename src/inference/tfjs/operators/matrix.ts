import type { Tensor } from '@tensorflow/tfjs-core';
import { elementCount } from '../../onnx/graph.ts';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { broadcastDims } from '../shapes.ts';
import type { Tfjs } from '../tf.ts';
import { Value } from '../value.ts';

const matMul: Operator = (_node, { tf }) => {
  return (inputs) =>
    Value.plain(tf, multiply(tf, requireInput(inputs, 0).plain(), requireInput(inputs, 1).plain()));
};

function multiply(tf: Tfjs, a: Tensor, b: Tensor): Tensor {
  // A vector is a row on the left and a column on the right. The result omits that dimension.
  if (a.rank === 1) return dropAxis(tf, multiply(tf, tf.reshape(a, [1, -1]), b), -2);
  if (b.rank === 1) return dropAxis(tf, multiply(tf, a, tf.reshape(b, [-1, 1])), -1);
  const [rows = 1, inner = 1] = a.shape.slice(-2);
  const columns = b.shape.at(-1) ?? 1;
  if (b.rank === 2) {
    // One tall matrix instead of a batch with the same right side.
    const flat = tf.matMul(tf.reshape(a, [-1, inner]), b);
    return tf.reshape(flat, [...a.shape.slice(0, -1), columns]);
  }
  const batch = broadcastDims(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const spread = (x: Tensor, matrix: number[]): Tensor => {
    const isWhole = elementCount(x.shape.slice(0, -2)) === elementCount(batch);
    const whole = isWhole ? x : tf.broadcastTo(x, [...batch, ...matrix]);
    return tf.reshape(whole, [-1, ...matrix]);
  };
  const result = tf.matMul(spread(a, [rows, inner]), spread(b, [inner, columns]));
  return tf.reshape(result, [...batch, rows, columns]);
}

function dropAxis(tf: Tfjs, x: Tensor, axis: -1 | -2): Tensor {
  const dims = [...x.shape];
  dims.splice(axis, 1);
  return tf.reshape(x, dims);
}

const gemm: Operator = (node, { tf }) => {
  const [alpha, beta] = [node.float('alpha', 1), node.float('beta', 1)];
  const [transA, transB] = [node.int('transA', 0) === 1, node.int('transB', 0) === 1];
  return (inputs) => {
    const product = tf.matMul(
      requireInput(inputs, 0).plain(),
      requireInput(inputs, 1).plain(),
      transA,
      transB,
    );
    const scaled = alpha === 1 ? product : tf.mul(product, alpha);
    const c = inputs[2]?.plain();
    if (!c) return Value.plain(tf, scaled);
    return Value.plain(tf, tf.add(scaled, beta === 1 ? c : tf.mul(c, beta)));
  };
};

export const MATRICES: OperatorTable = { Gemm: gemm, MatMul: matMul };
