import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas, scaledSize } from './model-canvas.ts';

const rule = { step: 32, area: 262_144 };
const side = fc.integer({ min: 32, max: 8000 });

describe('fitCanvas', () => {
  it('returns a canvas of the shape of a 3:2 photo', () => {
    expect(fitCanvas(560, 374, rule)).toEqual({ scale: 608 / 560, width: 608, height: 416 });
  });

  it('returns a square canvas for a square photo', () => {
    expect(fitCanvas(4000, 4000, rule)).toEqual({ scale: 512 / 4000, width: 512, height: 512 });
  });

  it('stays within the area, in whole steps, and holds the scaled photo', () => {
    const moderate = fc
      .tuple(side, side)
      .filter(([width, height]) => Math.max(width / height, height / width) < 200);
    fc.assert(
      fc.property(moderate, ([width, height]) => {
        const canvas = fitCanvas(width, height, rule);
        const scaled = scaledSize(width, height, canvas);
        expect(canvas.width * canvas.height).toBeLessThanOrEqual(rule.area);
        expect([canvas.width % 32, canvas.height % 32]).toEqual([0, 0]);
        expect(scaled.width).toBeLessThanOrEqual(canvas.width);
        expect(scaled.height).toBeLessThanOrEqual(canvas.height);
        expect(canvas.width - width * canvas.scale).toBeLessThan(32);
        expect(canvas.height - height * canvas.scale).toBeLessThan(32);
      }),
    );
  });

  it('treats portrait and landscape the same', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const upright = fitCanvas(width, height, rule);
        const landscape = fitCanvas(height, width, rule);
        expect(landscape).toEqual({ scale: upright.scale, width: upright.height, height: upright.width });
      }),
    );
  });
});
