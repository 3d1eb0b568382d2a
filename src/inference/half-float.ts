/** Reads 16-bit floats, little endian: how golden outputs are kept. (Float16Array is too young to rely on.) */
export function readHalfFloats(bytes: ArrayBuffer): Float32Array {
  const view = new DataView(bytes);
  const values = new Float32Array(bytes.byteLength / 2);
  for (let index = 0; index < values.length; index += 1)
    values[index] = halfToNumber(view.getUint16(index * 2, true));
  return values;
}

function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}
