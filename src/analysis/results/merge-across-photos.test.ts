import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES, VIEWPOINTS } from '../../domain/enums.ts';
import { type LocatedDetection, mergeAcrossPhotos } from './merge-across-photos.ts';

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
