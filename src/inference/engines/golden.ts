import type { Tensors } from './engine.ts';

export interface Tolerance {
  absolute: number;
  relative: number;
}

/**
 * Compares an engine's output with the known one. Answers undefined when they agree, else what is wrong, so that
 * a person can tell a broken driver (zeros, NaN) from a lack of precision.
 */
export function disagreement(actual: Tensors, expected: Tensors, tolerance: Tolerance): string | undefined {
  for (const [name, wanted] of Object.entries(expected)) {
    const got = actual[name];
    if (!got) return `output ${name} is missing`;
    if (got.dims.join() !== wanted.dims.join()) {
      return `output ${name} has the shape ${got.dims.join(' x ')} instead of ${wanted.dims.join(' x ')}`;
    }
    const wrong = firstWrong(got.data, wanted.data, tolerance);
    if (wrong !== undefined) return `output ${name} ${describe(got.data, wanted.data, wrong)}`;
  }
  return undefined;
}

function firstWrong(actual: Float32Array, expected: Float32Array, { absolute, relative }: Tolerance) {
  for (const [index, wanted] of expected.entries()) {
    const got = actual[index] ?? Number.NaN;
    // Written so that NaN counts as wrong.
    if (!(Math.abs(got - wanted) <= absolute + relative * Math.abs(wanted))) return index;
  }
  return undefined;
}

function describe(actual: Float32Array, expected: Float32Array, index: number): string {
  const [got, wanted] = [actual[index] ?? Number.NaN, expected[index] ?? Number.NaN];
  if (Number.isNaN(got)) return 'holds NaN';
  if (actual.every((value) => value === 0)) return 'is all zeros';
  return `is off: ${got.toPrecision(6)} instead of ${wanted.toPrecision(6)} at ${index}`;
}
