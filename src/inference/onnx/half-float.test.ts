import { describe, expect, it } from 'vitest';
import { toHalf } from '../../../test/fixtures/onnx-writer.ts';
import { fromHalf } from './half-float.ts';

describe('fromHalf', () => {
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
  ])('%i is %d', (bits, value) => {
    expect(fromHalf(bits)).toBe(value);
  });

  it('gives back every normal number that goes in', () => {
    const normal = Array.from({ length: 0x7c00 - 0x0400 }, (_, index) => index + 0x0400);
    expect(normal.map((bits) => toHalf(fromHalf(bits)))).toEqual(normal);
  });
});
