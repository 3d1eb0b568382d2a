import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { findSizeCues } from './size-cues.ts';

const PHOTO = { width: 1200, height: 800 };

const part = (type: string, x0: number, y0: number, width: number, height: number): Detection => ({
  type,
  confidence: 0.9,
  box: { x0, y0, x1: x0 + width, y1: y0 + height },
  polygons: [],
});
/** Three confident parts: the others are trusted. Their own sizes say nothing. */
const CAR = ['front_left_door', 'back_left_door', 'rocker_panel_left'].map((type) =>
  part(type, 400, 300, 300, 200),
);
const findIn = (...detections: Detection[]) => findSizeCues([...CAR, ...detections], PHOTO, 'left');

describe('the scale of a thing of known size', () => {
  it('is that of the diameter of a tyre: 66 cm', () => {
    expect(findIn(part('wheel', 200, 500, 125, 132))).toMatchObject([
      { from: 'wheel', x: 262.5, y: 566, pixelsPerCm: 2 },
    ]);
  });

  it('is less exact if the wheel is turned, and unknown if it is hardly visible or cut off', () => {
    const [round, turned] = [part('wheel', 200, 500, 125, 132), part('wheel', 200, 500, 90, 132)];
    expect(findIn(turned)[0]?.deviation).toBeGreaterThan(findIn(round)[0]?.deviation ?? 1);
    expect(findIn(part('wheel', 200, 500, 40, 132))).toEqual([]);
    expect(findIn(part('wheel', 0, 500, 125, 132))).toEqual([]);
  });

  it('is that of the width of a plate of one row', () => {
    expect(findIn(part('license_plate_front', 500, 600, 104, 24))).toMatchObject([
      { from: 'plate', pixelsPerCm: 2 },
    ]);
    expect(findIn(part('license_plate_front', 500, 600, 60, 30))).toEqual([]);
  });

  it('is that of parts whose heights differ little', () => {
    expect(findIn(part('window_front_left', 500, 200, 180, 84))).toMatchObject([
      { from: 'parts', pixelsPerCm: 2 },
    ]);
  });

  it('is that of the width of the hood, from the front only', () => {
    const detections = [...CAR, part('hood', 300, 300, 300, 80)];
    expect(findSizeCues(detections, PHOTO, 'front')).toMatchObject([{ from: 'parts', pixelsPerCm: 2 }]);
    expect(findSizeCues(detections, PHOTO, 'left')).toEqual([]);
  });

  it('is that of the length of a vehicle between both bumpers, and of its width from an end', () => {
    const bumpers = [part('front_bumper', 100, 500, 80, 100), part('back_bumper', 870, 500, 80, 100)];
    expect(findIn(...bumpers)).toMatchObject([{ from: 'vehicle', pixelsPerCm: 2 }]);
    expect(findIn(part('front_bumper', 100, 500, 80, 100))).toEqual([]);
    const front = [...CAR, part('front_bumper', 300, 500, 356, 100)];
    expect(findSizeCues(front, PHOTO, 'front')).toMatchObject([{ from: 'vehicle', pixelsPerCm: 2 }]);
  });

  it('is unknown for parts that are not to be trusted: those of a close-up', () => {
    expect(findSizeCues([part('window_front_left', 500, 200, 180, 84)], PHOTO, 'left')).toEqual([]);
  });
});
