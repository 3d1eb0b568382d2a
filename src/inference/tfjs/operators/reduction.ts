import type { Tensor } from '@tensorflow/tfjs-core';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { normalizeAxis, reshapeDims, SPATIAL_AXES, squeezeDims } from '../shapes.ts';
import type { Tfjs } from '../tf.ts';
import { Value } from '../value.ts';

type Reduce = (x: Tensor, axes: number[], keepDims: boolean) => Tensor;

const reduction =
  (pick: (tf: Tfjs) => Reduce): Operator =>
  (node, { tf }) => {
    const reduce = pick(tf);
    const axesOf = node.integers('axes', 1);
    const keepsDims = node.int('keepdims', 1) === 1;
    const isNoopWhenEmpty = node.int('noop_with_empty_axes', 0) === 1;
    return (inputs) => {
      const x = requireInput(inputs, 0);
      const given = axesOf(inputs) ?? [];
      if (given.length === 0 && isNoopWhenEmpty) return Value.plain(tf, tf.clone(x.plain()));
      const axes = given.length > 0 ? given.map((axis) => normalizeAxis(axis, x.rank)) : [...x.dims.keys()];
      return keepOrSqueeze(tf, reduceKeeping(tf, reduce, x, axes), axes, keepsDims);
    };
  };

const argMax: Operator = (node, { tf }) => {
  const axis = node.int('axis', 0);
  const keepsDims = node.int('keepdims', 1) === 1;
  node.requireInt('select_last_index', 0);
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const normalized = normalizeAxis(axis, x.rank);
    const result = tf.argMax<Tensor>(x.plain(), normalized);
    if (!keepsDims) return Value.plain(tf, result);
    return Value.plain(
      tf,
      tf.reshape(
        result,
        x.dims.map((dim, index) => (index === normalized ? 1 : dim)),
      ),
    );
  };
};

/** Before version 13, all axes from `axis` on are one row. Since version 13, only `axis` is. */
const softmax =
  (isLog: boolean): Operator =>
  (node, { tf }) => {
    const isOld = node.opset < 13;
    const axis = node.int('axis', isOld ? 1 : -1);
    const apply = (x: Tensor): Tensor => (isLog ? tf.log(tf.softmax(x)) : tf.softmax(x));
    return (inputs) => {
      const x = requireInput(inputs, 0);
      const normalized = normalizeAxis(axis, x.rank);
      const last = x.rank - 1;
      if (normalized === last) return Value.plain(tf, apply(x.plain()));
      if (isOld) {
        const rows = x.dims.slice(0, normalized).reduce((product, dim) => product * dim, 1);
        const flat = tf.reshape(x.plain(), reshapeDims(x.dims, [rows, -1], true));
        return Value.plain(tf, tf.reshape(apply(flat), [...x.dims]));
      }
      if (x.rank === 4 && normalized === 1) return Value.spatial(tf, apply(x.spatial()));
      const axes = [...x.dims.keys()].map((index) =>
        index === normalized ? last : index === last ? normalized : index,
      );
      return Value.plain(tf, tf.transpose(apply(tf.transpose(x.plain(), axes)), axes));
    };
  };

/** Keeps the reduced dimensions as 1, so that a spatial value stays spatial. */
function reduceKeeping(tf: Tfjs, reduce: Reduce, x: Value, axes: readonly number[]): Value {
  if (!x.isSpatial) return Value.plain(tf, reduce(x.plain(), [...axes], true));
  return Value.spatial(
    tf,
    reduce(
      x.spatial(),
      axes.map((axis) => SPATIAL_AXES[axis] ?? axis),
      true,
    ),
  );
}

function keepOrSqueeze(tf: Tfjs, reduced: Value, axes: readonly number[], keepsDims: boolean): Value {
  if (keepsDims) return reduced;
  const squeezed = Value.plain(tf, tf.reshape(reduced.plain(), squeezeDims(reduced.dims, axes)));
  reduced.dispose();
  return squeezed;
}

export const REDUCTIONS: OperatorTable = {
  ArgMax: argMax,
  LogSoftmax: softmax(true),
  ReduceL2: reduction((tf) => (x, axes, keep) => tf.sqrt(tf.sum(tf.square(x), axes, keep))),
  ReduceMax: reduction((tf) => tf.max),
  ReduceMean: reduction((tf) => tf.mean),
  ReduceMin: reduction((tf) => tf.min),
  ReduceProd: reduction((tf) => tf.prod),
  ReduceSum: reduction((tf) => tf.sum),
  Softmax: softmax(false),
};
