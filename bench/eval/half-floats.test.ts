import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halvesToFloats } from '../../src/inference/onnx/half-float.ts';
import { writeHalfFloats } from './half-floats.ts';

const roundTrip = (value: number) =>
  halvesToFloats(new Uint16Array(writeHalfFloats(Float32Array.of(value)).buffer))[0];

describe('writeHalfFloats', () => {
  it.each([0, 1, -2, 0.5, 65_504, 2 ** -14, 2 ** -24, -0.333_251_953_125])('keeps %d', (value) => {
    expect(roundTrip(value)).toBe(value);
  });

  it('loses at most one part in 2048', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 60_000, noNaN: true }), (value) => {
        expect(Math.abs((roundTrip(value) ?? 0) - value)).toBeLessThanOrEqual(value / 2047);
      }),
    );
  });
});
