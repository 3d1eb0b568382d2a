import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { getFrameDelay } from './frame-pace.ts';
import { createFrameView } from './frame-view.ts';
import { createThumbnail, measureMovement } from './movement.ts';
import { addReading, type TextReadings } from './text-agreement.ts';

const SIZE = { width: 640, height: 480 };
const measured = {
  quality: { blurriness: 0, underexposure: 0, overexposure: 0, lensFlare: 0, lowResolution: 0 },
  thumbnail: { width: 0, height: 0, data: new Uint8Array() },
};

describe('createFrameView', () => {
  const part = (type: string, [x0, y0, x1, y1]: [number, number, number, number]): Detection => ({
    type,
    confidence: 0.9,
    box: { x0, y0, x1, y1 },
    polygons: [],
  });
  const side = [
    part('front_left_door', [200, 200, 300, 320]),
    part('back_left_door', [300, 200, 400, 320]),
    part('fender_front_left', [120, 220, 200, 300]),
    part('fender_back_left', [400, 220, 500, 300]),
    part('wheel', [130, 280, 190, 340]),
    part('wheel', [410, 308, 470, 368]),
  ];

  test('has side, box and angle of the vehicle, and the largest wheel, as fractions', () => {
    const { vehicle, wheel } = createFrameView(SIZE, side, measured);
    expect(vehicle?.viewpoint).toBe('left');
    expect(vehicle?.box).toEqual({ x0: 120 / 640, y0: 200 / 480, x1: 500 / 640, y1: 368 / 480 });
    expect(vehicle?.tilt).toBeCloseTo(5.7, 1);
    expect(wheel?.x1).toBeCloseTo(190 / 640);
  });

  test('separates no vehicle from no model', () => {
    const faint = side.map((one) => ({ ...one, confidence: 0.3 }));
    expect(createFrameView(SIZE, faint, measured)).toMatchObject({ hasPartModel: true });
    expect(createFrameView(SIZE, faint, measured).vehicle).toBeUndefined();
    expect(createFrameView(SIZE, undefined, measured)).toMatchObject({ hasPartModel: false });
  });
});

describe('measureMovement', () => {
  /** A street of soft shapes, shifted by pixels. */
  const picture = (shift: number) => {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const value = 128 + 60 * Math.sin((x + shift) / 37) + 50 * Math.sin(y / 29 + (x + shift) / 61);
        data[4 * (y * SIZE.width + x) + 1] = value;
      }
    }
    return createThumbnail({ ...SIZE, data });
  };

  test('is about the widths per second by which the picture moves', () => {
    const at = (shift: number) => measureMovement(picture(0), picture(shift), 0.1);
    expect(at(0)).toBe(0);
    expect(at(12.8)).toBeGreaterThan(0.1);
    expect(at(12.8)).toBeLessThan(0.4);
    expect(at(32)).toBeGreaterThan(at(12.8));
  });

  test('a rotated frame has moved', () => {
    const turned = { ...picture(0), width: 48, height: 64 };
    expect(measureMovement(picture(0), turned, 0.1)).toBeGreaterThan(0.1);
  });
});

describe('addReading', () => {
  const read = (sight: 'VIN' | 'PLATE' | 'ODOMETER', values: string[]) => {
    let readings: TextReadings = [];
    let agreed: string | undefined;
    for (const value of values)
      ({ readings, agreed } = { agreed: undefined, ...addReading(sight, readings, value) });
    return agreed;
  };

  test('takes a VIN when two frames agree and its check digit holds', () => {
    expect(read('VIN', ['1M8GDM9AXKP042788'])).toBeUndefined();
    expect(read('VIN', ['1M8GDM9AXKP042788', '', '1M8GDM9AXKP042788'])).toBe('1M8GDM9AXKP042788');
    expect(read('VIN', ['1M8GDM9AXKP042789', '1M8GDM9AXKP042789', '1M8GDM9AXKP042789'])).toBeUndefined();
  });

  test('takes a plate when three frames agree, also with others between them', () => {
    expect(read('PLATE', ['AB123CD', 'AB123CD'])).toBeUndefined();
    expect(read('PLATE', ['AB123CD', 'A8123CD', 'AB123CD', 'AB123CD'])).toBe('AB123CD');
  });

  test('forgets frames of long ago', () => {
    expect(read('ODOMETER', ['41250', '41250', '1', '2', '3', '4', '5', '41250'])).toBeUndefined();
  });
});

describe('getFrameDelay', () => {
  const battery = fc.option(
    fc.record({ level: fc.double({ min: 0, max: 1, noNaN: true }), charging: fc.boolean() }),
    {
      nil: undefined,
    },
  );

  test('never starts more than 10 frames a second, and always rests', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2000, noNaN: true }), battery, (tookMs, charge) => {
        const delay = getFrameDelay({ tookMs, fastestMs: tookMs }, charge);
        expect(delay).toBeGreaterThan(0);
        expect(tookMs + delay).toBeGreaterThanOrEqual(100);
      }),
    );
  });

  test('slows down when the device is hot and when its battery is low', () => {
    expect(getFrameDelay({ tookMs: 400, fastestMs: 100 })).toBe(400);
    expect(getFrameDelay({ tookMs: 80, fastestMs: 80 }, { level: 0.1, charging: false })).toBe(420);
    expect(getFrameDelay({ tookMs: 80, fastestMs: 80 }, { level: 0.1, charging: true })).toBe(20);
  });
});
