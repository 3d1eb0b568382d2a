import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES, VIEWPOINTS } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { type LocatedDetection, mergeAcrossPhotos, mergeOnPhoto } from './merge-detections.ts';

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

type TestDetection = LocatedDetection<string>;
const scratch = (imageId: string, more: Partial<TestDetection> = {}): TestDetection => ({
  imageId,
  damageType: 'scratch',
  partType: 'door_front_left',
  viewpoint: 'left',
  confidence: 0.8,
  view: `${imageId} view`,
  ...more,
});
const mergeToImageIds = (...detections: TestDetection[]) =>
  mergeAcrossPhotos(detections).map((damage) => damage.detections.map(({ imageId }) => imageId));

describe('mergeAcrossPhotos', () => {
  it('merges detections of one type and part from adjacent viewpoints', () => {
    expect(mergeToImageIds(scratch('a'), scratch('b', { viewpoint: 'front_left' }))).toEqual([['a', 'b']]);
  });

  it('treats the first and the last viewpoint as adjacent', () => {
    expect(
      mergeToImageIds(scratch('a', { viewpoint: 'front' }), scratch('b', { viewpoint: 'front_right' })),
    ).toEqual([['a', 'b']]);
  });

  it.each([
    ['another type', { damageType: 'dent' }],
    ['another part', { partType: 'door_back_left' }],
    ['an opposite viewpoint', { viewpoint: 'right' }],
  ] satisfies [string, Partial<TestDetection>][])('keeps apart %s', (_name, more) => {
    expect(mergeToImageIds(scratch('a'), scratch('b', more))).toHaveLength(2);
  });

  it('never merges an unknown part or viewpoint', () => {
    expect(
      mergeToImageIds(scratch('a', { partType: 'ignore' }), scratch('b', { partType: 'ignore' })),
    ).toHaveLength(2);
    const { viewpoint: _viewpoint, ...withoutViewpoint } = scratch('c');
    expect(mergeToImageIds(scratch('a'), withoutViewpoint)).toHaveLength(2);
  });

  it('keeps two detections of one image apart, and pairs them by confidence with the next image', () => {
    const damages = mergeAcrossPhotos([
      scratch('a', { confidence: 0.9, view: 'a1' }),
      scratch('a', { confidence: 0.5, view: 'a2' }),
      scratch('b', { confidence: 0.8, view: 'b1' }),
      scratch('b', { confidence: 0.4, view: 'b2' }),
    ]);
    expect(damages.map(({ detections }) => detections.map(({ view }) => view))).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
    expect(damages.map(({ confidence }) => confidence)).toEqual([0.9, 0.5]);
  });

  it('keeps every detection, with at most one per image in a damage', () => {
    const any = fc.record({
      imageId: fc.constantFrom('a', 'b', 'c'),
      damageType: fc.constantFrom(...DAMAGE_TYPES.slice(0, 3)),
      partType: fc.constantFrom(...PART_TYPES.slice(0, 4)),
      viewpoint: fc.constantFrom(...VIEWPOINTS),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      view: fc.uuid(),
    });
    fc.assert(
      fc.property(fc.array(any), (detections) => {
        const damages = mergeAcrossPhotos(detections);
        const views = damages.flatMap((damage) => damage.detections.map(({ view }) => view));
        expect(views.sort()).toEqual(detections.map(({ view }) => view).sort());
        for (const { detections: merged } of damages) {
          expect(new Set(merged.map(({ imageId }) => imageId)).size).toBe(merged.length);
        }
      }),
    );
  });
});
