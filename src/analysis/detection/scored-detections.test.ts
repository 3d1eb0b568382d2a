import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCrop } from './crop.ts';
import type { FeatureMap } from './feature-map.ts';
import { decodeCrops } from './scored-detections.ts';

const model = {
  outputs: { levels: [{ name: 'level8', stride: 8 }], prototypes: 'prototypes', prototypeCount: 1, bins: 2 },
  types: [
    { name: 'dent', role: 'damage' as const, calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 },
  ],
};

/** On a canvas of 64 x 64, cell (column, row) has a candidate whose sides are one stride away, with a full mask. */
function createOutputs(column: number, row: number, logit: number): Record<string, FeatureMap> {
  const level = new Float32Array(10 * 64).fill(-20);
  [logit, -20, 20, -20, 20, -20, 20, -20, 20, 1].forEach((value, channel) => {
    level[channel * 64 + row * 8 + column] = value;
  });
  return {
    level8: { dims: [1, 10, 8, 8], data: level },
    prototypes: { dims: [1, 1, 16, 16], data: new Float32Array(256).fill(3) },
  };
}

const size = { width: 64, height: 64, canvas: { scale: 1, width: 64, height: 64 } };

describe('decodeCrops', () => {
  it('returns boxes and masks in pixels of the photo, wherever the crop lies and however the photo was decoded', () => {
    const side = fc.integer({ min: 200, max: 900 });
    const divisor = fc.double({ min: 1, max: 5, noNaN: true });
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, divisor, divisor, place, place, (width, height, byX, byY, x, y) => {
        const original = { width: Math.round(width * byX), height: Math.round(height * byY) };
        const decoded = { width, height, original };
        const crop = createCrop(decoded, size, { x: x * original.width, y: y * original.height });
        const [found, ...others] = decodeCrops([{ crop, outputs: createOutputs(3, 4, 2) }], model, [0.1]);
        expect(others).toEqual([]);
        // Canvas (20, 28) to (36, 44), one canvas pixel per decoded pixel.
        const { region } = crop.canvas;
        const [toX, toY] = [original.width / width, original.height / height];
        expect(found?.box.x0).toBeCloseTo((region.x + 20) * toX, 6);
        expect(found?.box.y0).toBeCloseTo((region.y + 28) * toY, 6);
        expect(found?.box.x1).toBeCloseTo((region.x + 36) * toX, 6);
        expect(found?.box.y1).toBeCloseTo((region.y + 44) * toY, 6);
        const xs = found?.polygons.flat().map(([at]) => at) ?? [];
        expect(Math.min(...xs)).toBeGreaterThanOrEqual((region.x + 20) * toX - 1e-6);
        expect(Math.max(...xs)).toBeLessThanOrEqual((region.x + 36) * toX + 1e-6);
      }),
    );
  });

  const photo = { width: 200, height: 200, original: { width: 200, height: 200 } };

  it('leaves out a detection that the border of its crop cuts, unless it is that of the photo', () => {
    const cut = createOutputs(0, 4, 2); // at x -4 to 12 of the canvas
    const middle = createCrop(photo, size, { x: 100, y: 100 });
    expect(decodeCrops([{ crop: middle, outputs: cut }], model, [0.1])).toEqual([]);
    const left = createCrop(photo, size, { x: 0, y: 100 });
    expect(decodeCrops([{ crop: left, outputs: cut }], model, [0.1])[0]?.box.x0).toBeCloseTo(0);
  });

  it('returns a detection that two crops show once, with the better score', () => {
    const left = createCrop(photo, size, { x: 92, y: 100 }); // 60 to 124
    const right = createCrop(photo, size, { x: 108, y: 100 }); // 76 to 140
    const runs = [
      { crop: left, outputs: createOutputs(4, 4, 1) },
      { crop: right, outputs: createOutputs(2, 4, 2) },
    ];
    const found = decodeCrops(runs, model, [0.1]);
    expect(found.map(({ score }) => score)).toEqual([expect.closeTo(1 / (1 + Math.exp(-2)))]);
    expect(found[0]?.box.x0).toBeCloseTo(88);
  });
});
