import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { mergeOnPhoto } from './merge-on-photo.ts';

const detect = (
  type: string,
  confidence: number,
  [x0, y0, x1, y1]: [number, number, number, number],
): Detection => ({
  type,
  confidence,
  box: { x0, y0, x1, y1 },
  polygons: [
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
    ],
  ],
});

describe('mergeOnPhoto', () => {
  it('merges a damage that is outlined as a whole and in pieces', () => {
    const [merged, ...others] = mergeOnPhoto([
      detect('scratch', 0.5, [10, 10, 40, 30]),
      detect('scratch', 0.8, [0, 0, 100, 40]),
      detect('scratch', 0.4, [60, 10, 110, 30]),
    ]);
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ confidence: 0.8, box: { x0: 0, y0: 0, x1: 110, y1: 40 } });
    expect(merged?.polygons).toHaveLength(3);
  });

  it('merges two pieces that a third connects', () => {
    const pieces = [
      detect('dent', 0.9, [0, 0, 40, 40]),
      detect('dent', 0.8, [60, 0, 100, 40]),
      detect('dent', 0.7, [25, 0, 75, 40]),
    ];
    expect(mergeOnPhoto(pieces)).toHaveLength(1);
  });

  it('keeps other types and other places apart', () => {
    const damages = [
      detect('scratch', 0.9, [0, 0, 40, 40]),
      detect('dent', 0.8, [0, 0, 40, 40]),
      detect('scratch', 0.7, [50, 0, 90, 40]),
    ];
    expect(mergeOnPhoto(damages)).toEqual(damages);
  });

  it('loses no outline, and merging again changes nothing', () => {
    const box = fc.tuple(
      fc.nat(80),
      fc.nat(80),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
    );
    const detection = fc
      .tuple(fc.constantFrom('dent', 'scratch'), fc.double({ min: 0, max: 1, noNaN: true }), box)
      .map(([type, confidence, [x, y, width, height]]) =>
        detect(type, confidence, [x, y, x + width, y + height]),
      );
    fc.assert(
      fc.property(fc.array(detection, { maxLength: 12 }), (detections) => {
        const merged = mergeOnPhoto(detections);
        const count = (list: readonly Detection[]) => list.flatMap(({ polygons }) => polygons).length;
        expect(count(merged)).toBe(count(detections));
        expect(mergeOnPhoto(merged)).toEqual(merged);
      }),
    );
  });
});
