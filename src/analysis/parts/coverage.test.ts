import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { checkCoverage } from './coverage.ts';

const photo = { width: 1000, height: 750 };
const detect = (type: string, x0: number, x1: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 200, x1, y1: 500 },
  polygons: [],
});
/** The left side of a car, its front on the left, from `x0` to `x1`. */
const leftSide = (x0: number, x1: number) => {
  const quarter = (x1 - x0) / 4;
  return [
    detect('front_bumper', x0, x0 + 0.3 * quarter),
    detect('front_left_door', x0 + quarter, x0 + 2 * quarter),
    detect('back_left_door', x0 + 2 * quarter, x0 + 3 * quarter),
    detect('wheel', x0 + 3 * quarter, x1),
  ];
};
const codesOf = (...args: Parameters<typeof checkCoverage>) =>
  checkCoverage(...args).reasons.map((reason) => reason.split('--')[0]);

describe('coverageCompliance', () => {
  it('accepts a photo of the whole car from the expected side or an adjacent one', () => {
    const result = checkCoverage(leftSide(100, 900), photo, 'left');
    expect(result).toEqual({ status: 'DONE', is_compliant: true, reasons: [] });
    expect(codesOf(leftSide(100, 900), photo, 'front_left')).toEqual([]);
    expect(codesOf(leftSide(100, 900), photo, undefined)).toEqual([]);
  });

  it('reports another side, and where to walk', () => {
    const { is_compliant, reasons } = checkCoverage(leftSide(100, 900), photo, 'back_right');
    expect(is_compliant).toBe(false);
    expect(reasons).toEqual(['WRONG_ANGLE--this shows the left; walk to the back right']);
  });

  it('reports a car that is too close, cut off or too far away', () => {
    expect(codesOf(leftSide(0, 1000), photo, 'left')).toEqual(['TOO_ZOOMED']);
    expect(codesOf(leftSide(0, 800), photo, 'left')).toEqual(['MISSING_PARTS']);
    expect(codesOf(leftSide(400, 700), photo, 'left')).toEqual(['NOT_ZOOMED_ENOUGH']);
  });

  it('reports NO_VEHICLE if all parts have a low confidence', () => {
    expect(codesOf([], photo, 'left')).toEqual(['NO_VEHICLE']);
    expect(codesOf([detect('hood', 100, 900, 0.2)], photo, 'left')).toEqual(['NO_VEHICLE']);
  });

  it('reports UNKNOWN_VIEWPOINT if no part tells the side', () => {
    expect(codesOf([detect('wheel', 100, 700)], photo, 'left')).toEqual(['UNKNOWN_VIEWPOINT']);
  });

  it('does not ask to step back and to step closer at once', () => {
    expect(codesOf([detect('wheel', 400, 700)], photo, 'left')).toEqual(['NOT_ZOOMED_ENOUGH']);
  });
});
