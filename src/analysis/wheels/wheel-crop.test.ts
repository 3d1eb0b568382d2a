import { describe, expect, it } from 'vitest';
import { computeWheelCrop } from './wheel-crop.ts';

const photo = { width: 640, height: 480 };

describe('computeWheelCrop', () => {
  it('returns a square around the wheel with a margin', () => {
    expect(computeWheelCrop({ x0: 100, y0: 100, x1: 180, y1: 200 }, photo)).toEqual({
      x0: 78,
      y0: 88,
      x1: 202,
      y1: 212,
    });
  });

  it('clips the square to the photo', () => {
    const crop = computeWheelCrop({ x0: 0, y0: 400, x1: 80, y1: 480 }, photo);
    expect(crop?.x0).toBe(0);
    expect(crop?.y1).toBe(480);
  });

  it('returns undefined for a wheel that is too small', () => {
    expect(computeWheelCrop({ x0: 10, y0: 10, x1: 40, y1: 45 }, photo)).toBeUndefined();
  });
});
