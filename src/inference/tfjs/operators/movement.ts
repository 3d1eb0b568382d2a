import type { Tensor } from '@tensorflow/tfjs-core';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { normalizeAxis, SPATIAL_AXES } from '../shapes.ts';
import type { Tfjs } from '../tf.ts';
import { preferSpatial, Value } from '../value.ts';

const transpose: Operator = (node, { tf }) => {
  const perm = node.ints('perm');
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const axes = perm ?? [...x.dims.keys()].reverse();
    if (!x.isSpatial) return Value.plain(tf, tf.transpose(x.plain(), [...axes]));
    // Relative to the stored layout. A transpose to (N, H, W, C) is then free.
    const stored = axes.map((axis) => SPATIAL_AXES[axis] ?? axis);
    const isSame = stored.every((axis, index) => axis === index);
    return Value.plain(
      tf,
      isSame ? tf.clone<Tensor>(x.spatial()) : tf.transpose<Tensor>(x.spatial(), stored),
    );
  };
};

const concat: Operator = (node, { tf }) => {
  const axis = node.int('axis', 0);
  return (inputs) => {
    // Not all kernels of tfjs support tensors without elements.
    const all = inputs.map((_, index) => requireInput(inputs, index));
    const values = all.filter((value) => !value.dims.includes(0));
    const parts = values.length > 0 ? values : all.slice(0, 1);
    const rank = parts[0]?.rank ?? 0;
    const normalized = normalizeAxis(axis, rank);
    if (rank === 4 && preferSpatial(parts)) {
      const tensors: Tensor[] = parts.map((value) => value.spatial());
      return Value.spatial(tf, tf.concat(tensors, SPATIAL_AXES[normalized]));
    }
    return Value.plain(
      tf,
      tf.concat(
        parts.map((value) => value.plain()),
        normalized,
      ),
    );
  };
};

const split: Operator = (node, { tf }) => {
  const axis = node.int('axis', 0);
  const sizesOf = node.integers('split', 1);
  const count = node.int('num_outputs', node.outputCount);
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const normalized = normalizeAxis(axis, x.rank);
    const sizes = sizesOf(inputs) ?? evenSizes(x.dims[normalized] ?? 0, count);
    if (x.isSpatial) {
      const parts = tf.split<Tensor>(x.spatial(), [...sizes], SPATIAL_AXES[normalized]);
      return parts.map((part) => Value.spatial(tf, part));
    }
    return tf.split(x.plain(), [...sizes], normalized).map((part) => Value.plain(tf, part));
  };
};

/** If the total is not divisible, the last part is smaller. */
function evenSizes(total: number, count: number): number[] {
  const size = Math.ceil(total / count);
  return Array.from({ length: count }, (_, index) => Math.min(size, total - index * size));
}

const gather: Operator = (node, { tf }) => {
  const axis = node.int('axis', 0);
  return (inputs) => {
    const [x, indices] = [requireInput(inputs, 0), requireInput(inputs, 1)];
    const normalized = normalizeAxis(axis, x.rank);
    const count = x.dims[normalized] ?? 0;
    const positions = indices.numbers().map((index) => (index < 0 ? index + count : index));
    const picked = gatherAt(tf, x.plain(), positions, normalized);
    return Value.plain(tf, tf.reshape(picked, x.dims.toSpliced(normalized, 1, ...indices.dims)));
  };
};

const tile: Operator = (_node, { tf }) => {
  return (inputs) =>
    Value.plain(tf, tf.tile(requireInput(inputs, 0).plain(), requireInput(inputs, 1).numbers()));
};

const pad: Operator = (node, { tf }) => {
  const mode = node.choice('mode', ['constant', 'reflect']);
  const padsOf = node.integers('pads', 1);
  const isOld = node.opset < 11;
  const oldFill = isOld ? node.float('value', 0) : 0;
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const pads = padsOf(inputs) ?? [];
    const axes = inputs[3]?.numbers() ?? [...x.dims.keys()];
    const paddings = x.dims.map((): [number, number] => [0, 0]);
    for (const [index, axis] of axes.entries()) {
      const [before = 0, after = 0] = [pads[index], pads[index + axes.length]];
      if (before < 0 || after < 0) throw new Error('its pads are negative');
      paddings[normalizeAxis(axis, x.rank)] = [before, after];
    }
    const fill = isOld ? oldFill : (inputs[2]?.numbers()[0] ?? 0);
    const apply = (tensor: Tensor, pairs: [number, number][]): Tensor =>
      mode === 'reflect' ? tf.mirrorPad(tensor, pairs, 'reflect') : tf.pad(tensor, pairs, fill);
    if (!x.isSpatial) return Value.plain(tf, apply(x.plain(), paddings));
    const [batch = [0, 0], channels = [0, 0], height = [0, 0], width = [0, 0]] = paddings;
    return Value.spatial(tf, apply(x.spatial(), [batch, height, width, channels]));
  };
};

/** The pixels of a block are the innermost channels in CRD (PyTorch's pixel shuffle), the outermost in DCR (tfjs). */
const depthToSpace: Operator = (node, { tf }) => {
  const block = node.int('blocksize', 1);
  const isInnermost = node.choice('mode', ['DCR', 'CRD']) === 'CRD';
  return (inputs) => {
    const x = requireInput(inputs, 0).spatial();
    if (block === 1) return Value.spatial(tf, tf.clone(x));
    const depth = x.shape[3] / block ** 2;
    const order = Array.from(
      { length: x.shape[3] },
      (_, index) => (index % depth) * block ** 2 + Math.floor(index / depth),
    );
    const ordered = isInnermost ? (gatherAt(tf, x, order, 3) as typeof x) : x;
    return Value.spatial(tf, tf.depthToSpace(ordered, block));
  };
};

export function gatherAt(tf: Tfjs, x: Tensor, positions: readonly number[], axis: number): Tensor {
  return tf.gather(x, tf.tensor([...positions], [positions.length], 'int32'), axis);
}

export const MOVEMENTS: OperatorTable = {
  Concat: concat,
  DepthToSpace: depthToSpace,
  Gather: gather,
  Pad: pad,
  Split: split,
  Tile: tile,
  Transpose: transpose,
};
