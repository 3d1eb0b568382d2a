import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { normalizeAxis } from '../shapes.ts';
import { Value } from '../value.ts';

/** The statistics are constant, so this is one factor and one offset per channel. */
const batchNormalization: Operator = (node, { tf, own }) => {
  const epsilon = node.float('epsilon', 1e-5);
  node.ignore('momentum');
  node.requireInt('training_mode', 0);
  node.requireInt('spatial', 1);
  const [scale, bias, mean, variance] = ['scale', 'bias', 'mean', 'variance'].map((what, index) =>
    node.takeConstant(index + 1, what).floats(),
  );
  if (!scale || !bias || !mean || !variance) throw node.unsupported('its statistics are missing');
  const factors = scale.map((value, channel) => value / Math.sqrt((variance[channel] ?? 0) + epsilon));
  const offsets = bias.map((value, channel) => value - (mean[channel] ?? 0) * (factors[channel] ?? 0));
  const factor = own(tf.tensor(factors, [factors.length]));
  const offset = own(tf.tensor(offsets, [offsets.length]));
  return (inputs) => {
    const x = requireInput(inputs, 0);
    if (x.rank === 4) return Value.spatial(tf, tf.add(tf.mul(x.spatial(), factor), offset));
    const dims = [factors.length, ...x.dims.slice(2).fill(1)];
    return Value.plain(tf, tf.add(tf.mul(x.plain(), tf.reshape(factor, dims)), tf.reshape(offset, dims)));
  };
};

const layerNormalization: Operator = (node, { tf }) => {
  const epsilon = node.float('epsilon', 1e-5);
  const axis = node.int('axis', -1);
  node.ignore('stash_type');
  if (node.outputCount > 1) throw node.unsupported('its mean and deviation outputs are not implemented');
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const first = normalizeAxis(axis, x.rank);
    const axes = [...x.dims.keys()].slice(first);
    const centred = tf.sub(x.plain(), tf.mean(x.plain(), axes, true));
    const deviation = tf.sqrt(tf.add(tf.mean(tf.square(centred), axes, true), epsilon));
    const scaled = tf.mul(tf.div(centred, deviation), requireInput(inputs, 1).plain());
    return Value.plain(tf, inputs[2] ? tf.add(scaled, inputs[2].plain()) : scaled);
  };
};

/** Dequantizes computed inputs. Weights are dequantized in plan/fold-constants.ts. */
const dequantizeLinear: Operator = (node, { tf }) => {
  const axis = node.int('axis', 1);
  node.requireInt('block_size', 0);
  return (inputs) => {
    const [x, scale, zero] = [requireInput(inputs, 0), requireInput(inputs, 1), inputs[2]];
    const axisOfScale = scale.dims.length === 0 || scale.dims[0] === 1 ? -1 : normalizeAxis(axis, x.rank);
    const dims = axisOfScale < 0 ? [] : x.dims.map((dim, index) => (index === axisOfScale ? dim : 1));
    const whole = tf.cast(x.plain(), 'float32');
    const centred = zero ? tf.sub(whole, tf.reshape(tf.cast(zero.plain(), 'float32'), dims)) : whole;
    return Value.plain(tf, tf.mul(centred, tf.reshape(scale.plain(), dims)));
  };
};

export const NORMALIZATIONS: OperatorTable = {
  BatchNormalization: batchNormalization,
  DequantizeLinear: dequantizeLinear,
  LayerNormalization: layerNormalization,
};
