import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCrops } from './choose-crops.ts';

const photo = { width: 1000, height: 800, original: { width: 2000, height: 1600 } };
const size = { width: 400, height: 320, canvas: { scale: 1, width: 416, height: 320 } };

const at = (x: number, y: number, score: number, side = 60) => ({
  type: 0,
  score,
  box: { x0: x - side / 2, y0: y - side / 2, x1: x + side / 2, y1: y + side / 2 },
});
const choose = (detections: Parameters<typeof chooseCrops>[0], count = 2) =>
  chooseCrops(detections, photo, size, count);

describe('chooseCrops', () => {
  it('centres a crop on an uncertain detection', () => {
    const [crop, ...others] = choose([at(1000, 800, 0.4)]);
    expect(others).toEqual([]);
    expect(crop?.window).toEqual({ x0: 600, y0: 480, x1: 1400, y1: 1120 });
  });

  it('chooses no crop for what is sure, or next to nothing', () => {
    expect(choose([at(1000, 800, 0.8), at(300, 300, 0.02)])).toEqual([]);
    expect(choose([])).toEqual([]);
    expect(choose([at(1000, 800, 0.4)], 0)).toEqual([]);
  });

  it('prefers the crop that shows the most uncertainty', () => {
    const [alone, one, other] = [at(200, 200, 0.5), at(1500, 1200, 0.3), at(1560, 1200, 0.3)];
    const [first, second] = choose([alone, one, other]);
    expect(first?.isWhole(one.box) && first.isWhole(other.box)).toBe(true);
    expect(second?.isWhole(alone.box)).toBe(true);
  });

  it('chooses no crop for a detection that is larger than a crop', () => {
    expect(choose([at(1000, 800, 0.5, 900)])).toEqual([]);
  });

  const detections = fc.array(
    fc
      .record({
        x: fc.integer({ min: 0, max: 2000 }),
        y: fc.integer({ min: 0, max: 1600 }),
        score: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        side: fc.integer({ min: 4, max: 900 }),
      })
      .map(({ x, y, score, side }) => at(x, y, score, side)),
    { maxLength: 60 },
  );

  it('chooses crops inside the photo, each with an uncertain detection that no earlier one shows', () => {
    fc.assert(
      fc.property(detections, fc.nat(5), (all, count) => {
        const crops = choose(all, count);
        expect(crops.length).toBeLessThanOrEqual(count);
        let open = all.filter(({ score }) => score > 0.03 && score < 0.7);
        for (const { canvas, isWhole } of crops) {
          expect(canvas.region.x + canvas.region.width).toBeLessThanOrEqual(photo.width);
          expect(canvas.region.y + canvas.region.height).toBeLessThanOrEqual(photo.height);
          const left = open.filter(({ box }) => !isWhole(box));
          expect(left.length).toBeLessThan(open.length);
          open = left;
        }
      }),
    );
  });

  it('chooses the same first crops, however many may follow', () => {
    fc.assert(
      fc.property(detections, (all) => {
        const windows = (count: number) => choose(all, count).map(({ window }) => window);
        expect(windows(4).slice(0, 2)).toEqual(windows(2));
      }),
    );
  });
});
