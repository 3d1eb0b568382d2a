import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { coverageCompliance } from './coverage.ts';

const photo = { width: 1000, height: 750 };
const found = (type: string, x0: number, x1: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 200, x1, y1: 500 },
  polygons: [],
});
/** The left side of a car, its front on the left, from `x0` to `x1`. */
const leftSide = (x0: number, x1: number) => {
  const quarter = (x1 - x0) / 4;
  return [
    found('front_bumper', x0, x0 + 0.3 * quarter),
    found('front_left_door', x0 + quarter, x0 + 2 * quarter),
    found('back_left_door', x0 + 2 * quarter, x0 + 3 * quarter),
    found('wheel', x0 + 3 * quarter, x1),
  ];
};
const codesOf = (...args: Parameters<typeof coverageCompliance>) =>
  coverageCompliance(...args).reasons.map((reason) => reason.split('--')[0]);

describe('coverageCompliance', () => {
  it('takes a photo of the whole car from the side that was asked for, or from the next', () => {
    const result = coverageCompliance(leftSide(100, 900), photo, 'left');
    expect(result).toEqual({ status: 'DONE', is_compliant: true, reasons: [] });
    expect(codesOf(leftSide(100, 900), photo, 'front_left')).toEqual([]);
    expect(codesOf(leftSide(100, 900), photo, undefined)).toEqual([]);
  });

  it('says where to walk when it is another side', () => {
    const { is_compliant, reasons } = coverageCompliance(leftSide(100, 900), photo, 'back_right');
    expect(is_compliant).toBe(false);
    expect(reasons).toEqual(['WRONG_ANGLE--this shows the left; walk to the back right']);
  });

  it('sees when the car is too close, cut off, or too far away', () => {
    expect(codesOf(leftSide(0, 1000), photo, 'left')).toEqual(['TOO_ZOOMED']);
    expect(codesOf(leftSide(0, 800), photo, 'left')).toEqual(['MISSING_PARTS']);
    expect(codesOf(leftSide(400, 700), photo, 'left')).toEqual(['NOT_ZOOMED_ENOUGH']);
  });

  it('sees when there is no car, whatever faint things were found', () => {
    expect(codesOf([], photo, 'left')).toEqual(['NO_VEHICLE']);
    expect(codesOf([found('hood', 100, 900, 0.2)], photo, 'left')).toEqual(['NO_VEHICLE']);
  });

  it('admits when it can not tell the side', () => {
    expect(codesOf([found('wheel', 100, 700)], photo, 'left')).toEqual(['UNKNOWN_VIEWPOINT']);
  });

  it('never sends the photographer both ways', () => {
    expect(codesOf([found('wheel', 400, 700)], photo, 'left')).toEqual(['NOT_ZOOMED_ENOUGH']);
  });
});
