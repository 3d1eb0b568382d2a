import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas, scaledSize } from './model-canvas.ts';

const rule = { step: 32, area: 262_144 };
const side = fc.integer({ min: 32, max: 8000 });

describe('fitCanvas', () => {
  it('gives a 3:2 photo a canvas of its own shape', () => {
    expect(fitCanvas(560, 374, rule)).toEqual({ scale: 608 / 560, width: 608, height: 416 });
  });

  it('gives a square photo a square canvas', () => {
    expect(fitCanvas(4000, 4000, rule)).toEqual({ scale: 512 / 4000, width: 512, height: 512 });
  });

  it('never exceeds the area, keeps to whole steps, and holds the scaled photo', () => {
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

  it('treats portrait and landscape alike', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const upright = fitCanvas(width, height, rule);
        const lying = fitCanvas(height, width, rule);
        expect(lying).toEqual({ scale: upright.scale, width: upright.height, height: upright.width });
      }),
    );
  });
});
