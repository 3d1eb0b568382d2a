import type { Tensor } from '@tensorflow/tfjs-core';
import { requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { type Dims, normalizeAxis, ONNX_AXES } from '../shapes.ts';
import type { Tfjs } from '../tf.ts';
import { Value } from '../value.ts';
import { gatherAt } from './movement.ts';

interface AxisSlice {
  readonly start: number;
  readonly count: number;
  readonly step: number;
}

const slice: Operator = (node, { tf }) => {
  const startsOf = node.integers('starts', 1);
  const endsOf = node.integers('ends', 2);
  const axesOf = node.integers('axes', 3);
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const starts = startsOf(inputs) ?? [];
    const ends = endsOf(inputs) ?? [];
    const axes = axesOf(inputs) ?? [...starts.keys()];
    const steps = inputs[4]?.numbers() ?? [];
    const cuts = x.dims.map((dim): AxisSlice => ({ start: 0, count: dim, step: 1 }));
    for (const [index, axis] of axes.entries()) {
      const normalized = normalizeAxis(axis, x.rank);
      const [start = 0, end = 0] = [starts[index], ends[index]];
      cuts[normalized] = resolveSlice(x.dims[normalized] ?? 0, start, end, steps[index] ?? 1);
    }
    if (!x.isSpatial) return Value.plain(tf, sliceTensor(tf, x.plain(), cuts));
    const stored = cuts.map((_, at) => cuts[ONNX_AXES[at] ?? at]);
    return Value.spatial(
      tf,
      sliceTensor(
        tf,
        x.spatial(),
        stored.filter((cut) => cut !== undefined),
      ),
    );
  };
};

/** Clamps start and end like Python. With a negative step, an end far below zero means "to the front". */
function resolveSlice(dim: number, start: number, end: number, step: number): AxisSlice {
  const clamp = (position: number, low: number, high: number) =>
    Math.min(Math.max(position < 0 ? position + dim : position, low), high);
  if (step > 0) {
    const [from, to] = [clamp(start, 0, dim), clamp(end, 0, dim)];
    return { start: from, count: Math.max(0, Math.ceil((to - from) / step)), step };
  }
  const [from, to] = [clamp(start, 0, dim - 1), clamp(end, -1, dim - 1)];
  return { start: from, count: Math.max(0, Math.ceil((to - from) / step)), step };
}

function sliceTensor(tf: Tfjs, x: Tensor, cuts: readonly AxisSlice[]): Tensor {
  const dims: Dims = cuts.map(({ count }) => count);
  if (dims.includes(0)) return tf.tensor([], [...dims], x.dtype === 'string' ? 'float32' : x.dtype);
  // Not tf.stridedSlice: on WASM it runs element by element in JavaScript, which is several times slower.
  const isStepped = ({ step, count }: AxisSlice) => step !== 1 && count > 1;
  const starts = cuts.map((cut) => (isStepped(cut) ? 0 : cut.start));
  const sizes = cuts.map((cut, axis) => (isStepped(cut) ? (x.shape[axis] ?? 0) : cut.count));
  return cuts.reduce(
    (rest, cut, axis) => {
      if (!isStepped(cut)) return rest;
      const positions = Array.from({ length: cut.count }, (_, index) => cut.start + index * cut.step);
      return gatherAt(tf, rest, positions, axis);
    },
    tf.slice(x, starts, sizes),
  );
}

export const SLICES: OperatorTable = { Slice: slice };
