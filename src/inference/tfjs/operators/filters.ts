import type { Dims } from '../shapes.ts';

/** The numbers of a tensor in the order that `axes` asks for, as tf.transpose, but in JavaScript: once, at load. */
export function permute(data: Float32Array, dims: Dims, axes: readonly number[]): Float32Array {
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

/** Weights (…, height, width) with zeros between: a dilated window, for kernels that can't stride and dilate. */
export function dilate(data: Float32Array, dims: Dims, [down, across]: readonly [number, number]) {
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
