/** Converts the 16 bits of an IEEE 754 binary16 to a number. Float16Array is not yet available in all browsers. */
export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The number of every half. A model has millions of them, and few are different. */
let numbers: Float32Array | undefined;

export function halvesToFloats(halves: Uint16Array): Float32Array {
  numbers ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => halfToFloat(bits));
  const floats = new Float32Array(halves.length);
  for (let at = 0; at < halves.length; at += 1) floats[at] = numbers[halves[at] ?? 0] ?? 0;
  return floats;
}
