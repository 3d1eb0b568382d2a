import { describe, expect, it } from 'vitest';
import { type Box, boundingBox, clampBox, intersectionOverSmaller, iou, meanBox } from './box.ts';

const square = (x0: number, y0: number, side: number): Box => ({ x0, y0, x1: x0 + side, y1: y0 + side });

describe('iou', () => {
  it('divides the intersection by the union', () => {
    expect(iou(square(0, 0, 10), square(0, 0, 10))).toBe(1);
    expect(iou(square(0, 0, 10), square(5, 0, 10))).toBeCloseTo(50 / 150);
  });

  it('is 0 for boxes that only touch', () => {
    expect(iou(square(0, 0, 10), square(10, 0, 10))).toBe(0);
  });
});

describe('intersectionOverSmaller', () => {
  it('is 1 if one box contains the other', () => {
    expect(intersectionOverSmaller(square(0, 0, 100), square(20, 20, 5))).toBe(1);
    expect(intersectionOverSmaller(square(0, 0, 10), square(5, 5, 10))).toBeCloseTo(25 / 100);
  });
});

describe('clampBox', () => {
  it('clips a box to the photo', () => {
    expect(clampBox(square(-5, 90, 20), 100, 100)).toEqual({ x0: 0, y0: 90, x1: 15, y1: 100 });
  });
});

describe('boundingBox', () => {
  it('contains all boxes', () => {
    const boxes = [square(0, 20, 10), square(30, 0, 5), square(4, 4, 2)];
    expect(boundingBox(boxes)).toEqual({ x0: 0, y0: 0, x1: 35, y1: 30 });
  });

  it('is undefined without boxes', () => {
    expect(boundingBox([])).toBeUndefined();
  });
});

describe('meanBox', () => {
  it('weights each box', () => {
    const mean = meanBox([
      { box: square(0, 0, 10), weight: 3 },
      { box: square(4, 0, 10), weight: 1 },
    ]);
    expect(mean).toEqual({ x0: 1, y0: 0, x1: 11, y1: 10 });
  });
});
