import type { InferenceSession } from 'onnxruntime-common';

/** Returns the size of each named dimension of a model with one input, if its input has these dimensions. */
export function fixDimensions(
  [input]: readonly InferenceSession.ValueMetadata[],
  dims: readonly number[],
): Record<string, number> {
  const shape = input?.isTensor ? input.shape : [];
  return Object.fromEntries(
    shape.flatMap((side, at) => (typeof side === 'string' ? [[side, dims[at] ?? 1]] : [])),
  );
}
