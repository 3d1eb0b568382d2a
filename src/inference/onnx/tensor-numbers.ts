import type { OnnxTensor, OnnxType } from './graph.ts';

const INT32_MAX = 2 ** 31 - 1;
const INT32_MIN = -(2 ** 31);

/**
 * Returns the values as numbers. int64 is clamped to the range of int32: model files use its extremes for "to the end",
 * and no engine has larger indices.
 */
export function toNumbers(tensor: OnnxTensor): number[] {
  if (tensor.type !== 'int64') return Array.from(tensor.data);
  return Array.from(tensor.data, (value) => Math.min(Math.max(Number(value), INT32_MIN), INT32_MAX));
}

export function toFloats(tensor: OnnxTensor): Float32Array {
  return tensor.data instanceof Float32Array ? tensor.data : Float32Array.from(toNumbers(tensor));
}

/** Implements the ONNX operator Cast. Half floats keep their precision. */
export function castTensor(tensor: OnnxTensor, type: OnnxType): OnnxTensor {
  const { dims } = tensor;
  if (tensor.type === type) return tensor;
  const numbers = toNumbers(tensor);
  switch (type) {
    case 'float32':
    case 'float16':
      return { type, dims, data: Float32Array.from(numbers) };
    case 'int64':
      return { type, dims, data: BigInt64Array.from(numbers, (value) => BigInt(Math.trunc(value))) };
    case 'int32':
      return { type, dims, data: Int32Array.from(numbers) };
    case 'int8':
      return { type, dims, data: Int8Array.from(numbers) };
    case 'uint8':
      return { type, dims, data: Uint8Array.from(numbers) };
    case 'bool':
      return { type, dims, data: Uint8Array.from(numbers, (value) => (value === 0 ? 0 : 1)) };
  }
}
