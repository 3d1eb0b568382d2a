import { describe, expect, it } from 'vitest';
import { toHalf } from '../../../test/fixtures/onnx-writer.ts';
import { halfToFloat, halvesToFloats } from './half-float.ts';

describe('halfToFloat', () => {
  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('converts %i to %d', (bits, value) => {
    expect(halfToFloat(bits)).toBe(value);
  });

  it('converts every normal number without loss', () => {
    const normal = Array.from({ length: 0x7c00 - 0x0400 }, (_, index) => index + 0x0400);
    expect(normal.map((bits) => toHalf(halfToFloat(bits)))).toEqual(normal);
  });
});

describe('halvesToFloats', () => {
  it('converts like halfToFloat, for every half', () => {
    const halves = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits);
    expect(halvesToFloats(halves)).toEqual(Float32Array.from(halves, halfToFloat));
  });
});
