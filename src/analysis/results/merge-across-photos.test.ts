import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES, VIEWPOINTS } from '../../domain/enums.ts';
import { type LocatedDetection, mergeAcrossPhotos } from './merge-across-photos.ts';

type Seen = LocatedDetection<string>;
const scratch = (imageId: string, more: Partial<Seen> = {}): Seen => ({
  imageId,
  damageType: 'scratch',
  partType: 'door_front_left',
  viewpoint: 'left',
  confidence: 0.8,
  view: `${imageId} view`,
  ...more,
});
const grouped = (...sightings: Seen[]) =>
  mergeAcrossPhotos(sightings).map((damage) => damage.detections.map(({ imageId }) => imageId));

describe('one damage seen on several images', () => {
  it('same type and part from neighbouring viewpoints: one damage', () => {
    expect(grouped(scratch('a'), scratch('b', { viewpoint: 'front_left' }))).toEqual([['a', 'b']]);
  });

  it('the ring of viewpoints is closed', () => {
    expect(grouped(scratch('a', { viewpoint: 'front' }), scratch('b', { viewpoint: 'front_right' }))).toEqual(
      [['a', 'b']],
    );
  });

  it.each([
    ['another type', { damageType: 'dent' }],
    ['another part', { partType: 'door_back_left' }],
    ['the far side', { viewpoint: 'right' }],
  ] satisfies [string, Partial<Seen>][])('%s: two damages', (_name, more) => {
    expect(grouped(scratch('a'), scratch('b', more))).toHaveLength(2);
  });

  it('an unknown part or viewpoint is never merged', () => {
    expect(grouped(scratch('a', { partType: 'ignore' }), scratch('b', { partType: 'ignore' }))).toHaveLength(
      2,
    );
    const { viewpoint: _unknown, ...unseen } = scratch('c');
    expect(grouped(scratch('a'), unseen)).toHaveLength(2);
  });

  it('two on one image stay two; the clearer takes the clearer of the next image', () => {
    const damages = mergeAcrossPhotos([
      scratch('a', { confidence: 0.9, view: 'a1' }),
      scratch('a', { confidence: 0.5, view: 'a2' }),
      scratch('b', { confidence: 0.8, view: 'b1' }),
      scratch('b', { confidence: 0.4, view: 'b2' }),
    ]);
    expect(damages.map(({ detections: sightings }) => sightings.map(({ view }) => view))).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
    expect(damages.map(({ confidence }) => confidence)).toEqual([0.9, 0.5]);
  });

  it('loses and invents nothing, and puts no image into a damage twice', () => {
    const any = fc.record({
      imageId: fc.constantFrom('a', 'b', 'c'),
      damageType: fc.constantFrom(...DAMAGE_TYPES.slice(0, 3)),
      partType: fc.constantFrom(...PART_TYPES.slice(0, 4)),
      viewpoint: fc.constantFrom(...VIEWPOINTS),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      view: fc.uuid(),
    });
    fc.assert(
      fc.property(fc.array(any), (sightings) => {
        const damages = mergeAcrossPhotos(sightings);
        const views = damages.flatMap((damage) => damage.detections.map(({ view }) => view));
        expect(views.sort()).toEqual(sightings.map(({ view }) => view).sort());
        for (const { detections: some } of damages) {
          expect(new Set(some.map(({ imageId }) => imageId)).size).toBe(some.length);
        }
      }),
    );
  });
});
