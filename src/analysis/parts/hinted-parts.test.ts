import { describe, expect, it } from 'vitest';
import { getPhotoHints, type HintedImage, isCloseUp } from '../../domain/sights/photo-hints.ts';
import { findHintedPart, findHintedViewpoint, findHintedWheel } from './hinted-parts.ts';

const withSight = (sight_id: string): HintedImage => ({
  compliances: { coverage_360: { status: 'DONE', is_compliant: true, reasons: [], sight_id } },
});

describe('findHintedViewpoint', () => {
  it('returns the side that the hints name, else the side of the part that they name', () => {
    expect(findHintedViewpoint({ centersOn: ['back', 'hood'] })).toBe('back');
    expect(findHintedViewpoint({ centersOn: ['fender_back_left'] })).toBe('back_left');
    expect(findHintedViewpoint({ centersOn: ['hood', 'roof'] })).toBeUndefined();
  });
});

describe('getPhotoHints', () => {
  it('reads the details, the detailed viewpoint and the sight of an image', () => {
    const detailedViewpoint = { isExterior: true, distance: 'standard', centersOn: ['hood'] } as const;
    expect(
      getPhotoHints({
        ...withSight('front'),
        details: { viewpointName: 'front_left' },
        detailedViewpoint: detailedViewpoint as unknown as NonNullable<HintedImage['detailedViewpoint']>,
      }),
    ).toEqual({ centersOn: ['hood'], viewpointName: 'front_left', sight: 'front' });
    expect(getPhotoHints({})).toEqual({});
  });
});

describe('findHintedViewpoint', () => {
  it('returns the viewpoint that a hint names', () => {
    expect(findHintedViewpoint({ viewpointName: 'front_left' })).toBe('front_left');
    expect(findHintedViewpoint({ centersOn: ['hood', 'back'] })).toBe('back');
    expect(findHintedViewpoint({ sight: 'dashboard' })).toBeUndefined();
  });
});

describe('findHintedPart', () => {
  it('returns the part only if one hint names exactly one', () => {
    expect(findHintedPart({ centersOn: ['left', 'door_front_left'] })).toBe('door_front_left');
    expect(findHintedPart({ centersOn: ['hood', 'roof'] })).toBeUndefined();
  });
});

describe('findHintedWheel', () => {
  it('prefers the wheel name of the details to the sight', () => {
    expect(findHintedWheel(withSight('wheel_back_left'))).toBe('wheel_back_left');
    expect(
      findHintedWheel({ ...withSight('wheel_back_left'), details: { wheelName: 'wheel_front_left' } }),
    ).toBe('wheel_front_left');
    expect(findHintedWheel({})).toBeUndefined();
  });
});

describe('isCloseUp', () => {
  it('is true for the image type close_up, and for hints that name a part or a document', () => {
    expect(isCloseUp({ imageType: 'close_up' })).toBe(true);
    expect(isCloseUp(withSight('hood'))).toBe(true);
    expect(isCloseUp(withSight('VIN'))).toBe(true);
  });

  it('is false for a viewpoint and without hints', () => {
    expect(isCloseUp(withSight('front_left'))).toBe(false);
    expect(isCloseUp({})).toBe(false);
  });
});
