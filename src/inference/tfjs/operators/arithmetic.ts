import type { Tensor } from '@tensorflow/tfjs-core';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import type { Tfjs } from '../tf.ts';
import { preferSpatial, Value } from '../value.ts';

type Combine = (a: Tensor, b: Tensor) => Tensor;

/** Operators that broadcast 2 or more inputs. If one is channels last, the others are converted; constants once. */
const broadcast =
  (pick: (tf: Tfjs) => Combine): Operator =>
  (_node, { tf }) => {
    const combine = pick(tf);
    return (inputs) => {
      const values = inputs.map((_, index) => requireInput(inputs, index));
      const isSpatial = preferSpatial(values);
      const [first, ...rest] = values.map((value) => (isSpatial ? value.spatial() : value.plain()));
      if (!first) throw new Error('it has no inputs');
      const result = rest.length > 0 ? rest.reduce<Tensor>(combine, first) : tf.clone<Tensor>(first);
      return isSpatial ? Value.spatial(tf, result) : Value.plain(tf, result);
    };
  };

const pow: Operator = (node, tools) => {
  const { tf } = tools;
  const exponent = node.constant(1)?.numbers();
  if (exponent?.length !== 1 || exponent[0] !== 2) return broadcast((tf) => tf.pow)(node, tools);
  return (inputs) => {
    const x = requireInput(inputs, 0);
    return x.isSpatial ? Value.spatial(tf, tf.square(x.spatial())) : Value.plain(tf, tf.square(x.plain()));
  };
};

const where: Operator = (_node, { tf }) => {
  return (inputs) => {
    const values = [requireInput(inputs, 0), requireInput(inputs, 1), requireInput(inputs, 2)];
    const isSpatial = preferSpatial(values);
    const [condition, a, b] = values.map((value) => (isSpatial ? value.spatial() : value.plain()));
    if (!condition || !a || !b) throw new Error('it needs three inputs');
    const result: Tensor = tf.where<Tensor>(condition, a, b);
    return isSpatial ? Value.spatial(tf, result) : Value.plain(tf, result);
  };
};

export const ARITHMETIC: OperatorTable = {
  Add: broadcast((tf) => tf.add),
  And: broadcast((tf) => tf.logicalAnd),
  Div: broadcast((tf) => tf.div),
  Equal: broadcast((tf) => tf.equal),
  Greater: broadcast((tf) => tf.greater),
  GreaterOrEqual: broadcast((tf) => tf.greaterEqual),
  Less: broadcast((tf) => tf.less),
  LessOrEqual: broadcast((tf) => tf.lessEqual),
  Max: broadcast((tf) => tf.maximum),
  Min: broadcast((tf) => tf.minimum),
  Mul: broadcast((tf) => tf.mul),
  Or: broadcast((tf) => tf.logicalOr),
  Pow: pow,
  Sub: broadcast((tf) => tf.sub),
  Sum: broadcast((tf) => tf.add),
  Where: where,
};
