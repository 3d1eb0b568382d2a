import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VIEWPOINTS } from '../enums.ts';
import { getPhotoSide } from './photo-side.ts';
import { getVehicleSides } from './vehicle-sides.ts';
import { anyInspection, confirmationOf, type Drawn, limitOf, photoOf } from './verdict-records.suite.ts';

const sidesOf = (drawn: Partial<Drawn>, goalCm?: number) => {
  const { inspection, entities } = anyInspection(drawn);
  const sides = getVehicleSides(inspection, entities, goalCm);
  return Object.fromEntries(sides.map((side) => [side.viewpoint, side]));
};

describe('the side of a photo', () => {
  const predicted = (prediction: (typeof VIEWPOINTS)[number], confidence = 0.9) => ({
    viewpoint: { prediction, confidence },
  });

  test('is the one that a person stated, else the requested one, else the recognized one', () => {
    const stated = { detailedViewpoint: { centersOn: ['back' as const] } };
    expect(getPhotoSide(photoOf('front', { ...stated, ...predicted('left') }))).toBe('back');
    expect(getPhotoSide(photoOf('front', predicted('front_left')))).toBe('front');
    expect(getPhotoSide(photoOf(undefined, predicted('left')))).toBe('left');
  });

  test('is unknown if nothing names it, the model is not confident, or it contradicts the request', () => {
    expect(getPhotoSide(photoOf())).toBeUndefined();
    expect(getPhotoSide(photoOf(undefined, predicted('left', 0.4)))).toBeUndefined();
    expect(getPhotoSide(photoOf('front', predicted('back')))).toBeUndefined();
    expect(getPhotoSide(photoOf('front', predicted('back', 0.4)))).toBe('front');
  });

  test('is unknown for close-ups, stated or recognized by their scale', () => {
    expect(getPhotoSide(photoOf('left', { imageType: 'close_up' }))).toBeUndefined();
    const door = { detailedViewpoint: { centersOn: ['door_front_left' as const] } };
    expect(getPhotoSide(photoOf(undefined, { ...door, ...predicted('left') }))).toBeUndefined();
    const oneMetre = { detectionLimit: limitOf(5, 40), ...predicted('left') };
    expect(getPhotoSide(photoOf(undefined, oneMetre))).toBeUndefined();
    expect(getPhotoSide(photoOf(undefined, { ...oneMetre, detectionLimit: limitOf(5, 10) }))).toBe('left');
  });
});

describe('the state of a side', () => {
  test('is notPhotographed without a photo of it', () => {
    expect(sidesOf({ images: [photoOf('front'), photoOf()] }).left).toEqual({
      viewpoint: 'left',
      state: 'notPhotographed',
      images: [],
      damages: [],
    });
  });

  test('is photographed if the limit is not known or above the goal, else nothingFound', () => {
    const stateWith = (half: number | undefined, goalCm?: number) => {
      const fields = half === undefined ? {} : { detectionLimit: limitOf(half) };
      return sidesOf({ images: [photoOf('left', fields)] }, goalCm).left;
    };
    expect(stateWith(undefined)).toMatchObject({ state: 'photographed' });
    expect(stateWith(22)).toMatchObject({ state: 'photographed', limitCm: 22 });
    expect(stateWith(10)).toMatchObject({ state: 'nothingFound', limitCm: 10 });
    expect(stateWith(22, 25)).toMatchObject({ state: 'nothingFound', limitCm: 22 });
    expect(stateWith(Number.POSITIVE_INFINITY)).not.toHaveProperty('limitCm');
  });

  test('is damaged if a photo of it shows a damage that is not deleted', () => {
    const [left, back] = [photoOf('left', { detectionLimit: limitOf(5) }), photoOf('back')];
    const damages = [
      { id: 'dent', imageId: left.id },
      { id: 'gone', imageId: back.id, deletedAt: '2026-01-01T00:00:00.000Z' },
    ];
    expect(sidesOf({ images: [left, back], damages })).toMatchObject({
      left: { state: 'damaged', damages: ['dent'] },
      back: { state: 'photographed', damages: [] },
    });
  });

  test('each photo of one side changes that side only', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VIEWPOINTS), fc.integer({ min: 1, max: 30 }), (viewpoint, half) => {
        const photo = photoOf(viewpoint, { detectionLimit: limitOf(half) });
        const changed = Object.values(sidesOf({ images: [photo], confirmations: [confirmationOf([photo])] }))
          .filter(({ state, confirmation }) => state !== 'notPhotographed' || confirmation)
          .map((side) => side.viewpoint);
        expect(changed).toEqual([viewpoint]);
      }),
    );
  });
});

describe('the limit of a side', () => {
  test('is that of its worst photo: a close photo says nothing about the rest of the side', () => {
    const images = [
      photoOf('left', { detectionLimit: limitOf(24) }),
      photoOf('left', { detectionLimit: limitOf(6) }),
    ];
    expect(sidesOf({ images }).left?.limitCm).toBe(24);
    expect(sidesOf({ images: [...images, photoOf('left')] }).left).not.toHaveProperty('limitCm');
  });

  test('counts each part with the photo that shows it best', () => {
    const ofPart = (partType: 'door_front_left' | 'door_back_left', half: number) => ({
      damageType: 'scratch' as const,
      partType,
      half,
    });
    const far = { ...limitOf(24), limits: [ofPart('door_front_left', 24), ofPart('door_back_left', 20)] };
    const near = { ...limitOf(6), limits: [ofPart('door_front_left', 6)] };
    const images = [
      photoOf('left', { detectionLimit: far }),
      photoOf(undefined, { imageType: 'close_up', detectionLimit: near }),
    ];
    expect(sidesOf({ images: images.slice(0, 1) }).left?.limitCm).toBe(24);
    expect(sidesOf({ images }).left?.limitCm).toBe(20);
  });
});

describe('a side that a user looked at', () => {
  const [one, other] = [photoOf('left'), photoOf('left')];

  test('has the confirmation once each of its photos is confirmed, in whichever order', () => {
    const confirmations = [confirmationOf([one]), confirmationOf([other])];
    expect(sidesOf({ images: [one, other], confirmations }).left?.confirmation).toEqual(confirmations[1]);
    expect(sidesOf({ images: [one], confirmations }).left).toHaveProperty('confirmation');
    expect(sidesOf({ images: [one, other], confirmations: [confirmationOf([one])] }).left).not.toHaveProperty(
      'confirmation',
    );
  });

  test('is open without a photo, and after a mere statement that the vehicle has no damage', () => {
    const confirmations = [{ ...confirmationOf([one]), undamaged: true as const }];
    expect(sidesOf({ images: [one], confirmations }).left).not.toHaveProperty('confirmation');
    expect(sidesOf({ confirmations: [confirmationOf([one])] }).left).not.toHaveProperty('confirmation');
  });
});
