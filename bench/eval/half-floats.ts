/** Writes numbers as 16-bit floats, little endian, rounded to nearest: the format of golden outputs. */
export function writeHalfFloats(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setUint16(index * 2, numberToHalf(value), true);
  });
  return bytes;
}

function numberToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65_520) return sign | 0x7c00;
  // Below 2^-14 the exponent stays and the fraction loses digits.
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -24)));
  const steps = Math.round(size / 2 ** (exponent - 10));
  // A fraction that rounds up to 2048 carries into the exponent by plain addition.
  return sign | (steps < 1024 ? steps : ((exponent + 15) << 10) + steps - 1024);
}
