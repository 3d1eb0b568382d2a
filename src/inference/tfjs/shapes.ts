import { elementCount } from '../onnx/graph.ts';

export type Dims = readonly number[];

/** The position of each ONNX axis (N, C, H, W) in tfjs's layout (N, H, W, C). */
export const SPATIAL_AXES = [0, 3, 1, 2] as const;

/** The position of each axis of tfjs's layout in ONNX's layout. */
export const ONNX_AXES = [0, 2, 3, 1] as const;

export function normalizeAxis(axis: number, rank: number): number {
  const normalized = axis < 0 ? axis + rank : axis;
  if (!Number.isInteger(axis) || normalized < 0 || normalized >= Math.max(rank, 1)) {
    throw new Error(`axis ${axis} does not exist in a tensor of rank ${rank}`);
  }
  return normalized;
}

/** Implements ONNX Reshape: -1 is the remaining size, 0 copies a dimension (unless `allowZero`). */
export function reshapeDims(dims: Dims, target: Dims, allowZero = false): number[] {
  const copied = target.map((dim, index) => (dim === 0 && !allowZero ? (dims[index] ?? 0) : dim));
  const known = elementCount(copied.filter((dim) => dim !== -1));
  const result = copied.map((dim) => (dim === -1 ? elementCount(dims) / known : dim));
  if (
    elementCount(result) !== elementCount(dims) ||
    !result.every((dim) => Number.isInteger(dim) && dim >= 0)
  ) {
    throw new Error(`a tensor of shape [${dims}] cannot be reshaped to [${target}]`);
  }
  return result;
}

/** Removes dimensions of size 1: those in `axes`, by default all. */
export function squeezeDims(dims: Dims, axes: Dims | undefined): number[] {
  if (!axes) return dims.filter((dim) => dim !== 1);
  const removed = new Set(axes.map((axis) => normalizeAxis(axis, dims.length)));
  for (const axis of removed) {
    if (dims[axis] !== 1)
      throw new Error(`axis ${axis} of the shape [${dims}] is not 1 and cannot be removed`);
  }
  return dims.filter((_, axis) => !removed.has(axis));
}

export function unsqueezeDims(dims: Dims, axes: Dims): number[] {
  const rank = dims.length + axes.length;
  const added = new Set(axes.map((axis) => normalizeAxis(axis, rank)));
  const rest = dims[Symbol.iterator]();
  return Array.from({ length: rank }, (_, axis) => (added.has(axis) ? 1 : (rest.next().value ?? 1)));
}

export function broadcastDims(a: Dims, b: Dims): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[axis - rank + a.length] ?? 1;
    const right = b[axis - rank + b.length] ?? 1;
    if (left !== right && left !== 1 && right !== 1)
      throw new Error(`shapes [${a}] and [${b}] cannot be broadcast`);
    return left === 1 ? right : left;
  });
}

/** Adds leading ones up to `rank`. */
export function padRank(dims: Dims, rank: number): number[] {
  return [...new Array<number>(Math.max(0, rank - dims.length)).fill(1), ...dims];
}
