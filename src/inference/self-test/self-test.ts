import type { Tensors } from '../engine.ts';

export interface Tolerance {
  absolute: number;
  relative: number;
}

/**
 * Compares the outputs of an engine with the golden outputs.
 *
 * @returns undefined if they match. Otherwise a description of the first mismatch, which distinguishes a broken driver
 *   (zeros, NaN) from a lack of precision.
 */
export function findMismatch(actual: Tensors, golden: Tensors, tolerance: Tolerance): string | undefined {
  for (const [name, expected] of Object.entries(golden)) {
    const tensor = actual[name];
    if (!tensor) return `output ${name} is missing`;
    if (tensor.dims.join() !== expected.dims.join()) {
      return `output ${name} has the shape ${tensor.dims.join(' x ')} instead of ${expected.dims.join(' x ')}`;
    }
    const index = findWrongIndex(tensor.data, expected.data, tolerance);
    if (index !== undefined) return `output ${name} ${describeMismatch(tensor.data, expected.data, index)}`;
  }
  return undefined;
}

function findWrongIndex(actual: Float32Array, golden: Float32Array, { absolute, relative }: Tolerance) {
  for (const [index, expected] of golden.entries()) {
    const value = actual[index] ?? Number.NaN;
    // Not `>`: NaN counts as wrong.
    if (!(Math.abs(value - expected) <= absolute + relative * Math.abs(expected))) return index;
  }
  return undefined;
}

function describeMismatch(actual: Float32Array, golden: Float32Array, index: number): string {
  const [value, expected] = [actual[index] ?? Number.NaN, golden[index] ?? Number.NaN];
  if (Number.isNaN(value)) return 'contains NaN';
  if (actual.every((other) => other === 0)) return 'is all zeros';
  return `is wrong: ${value.toPrecision(6)} instead of ${expected.toPrecision(6)} at index ${index}`;
}
