import { expect, test } from 'vitest';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Image } from '../../domain/image.ts';
import { counterpartOf, isSideWithout } from './earlier-photo.ts';

interface Said {
  /** As a model is sure of it. */
  from?: Viewpoint;
  sight?: string;
  imageType?: Image['imageType'];
}

const photo = (id: string, { from, sight, imageType = 'unknown' }: Said = {}): Image => ({
  id,
  path: '',
  name: id,
  imageHeight: 600,
  imageWidth: 800,
  binarySize: 1,
  mimetype: 'image/jpeg',
  sha256: '',
  createdAt: '2026-11-15T12:00:00.000Z',
  rotateImageBeforeUpload: 'NO_ROTATION',
  imageType,
  tasks: [],
  compliances: sight
    ? { coverage_360: { status: 'DONE', is_compliant: true, reasons: [], sight_id: sight } }
    : {},
  inspection: { id: 'inspection' },
  views: [],
  ...(from && { viewpoint: { prediction: from, confidence: 0.9 } }),
});

test('the counterpart of a photo is the latest from the same viewpoint', () => {
  const earlier = [
    photo('front', { from: 'front' }),
    photo('left', { from: 'left' }),
    photo('left again', { from: 'left' }),
    photo('near', { from: 'front_left' }),
  ];
  expect(counterpartOf(photo('now', { from: 'left' }), earlier)?.id).toBe('left again');
  expect(counterpartOf(photo('now', { from: 'back' }), earlier)).toBeUndefined();
});

test('rather the one that the app asked for in the same words, also where nobody knows from where it was taken', () => {
  const earlier = [
    photo('door', { from: 'left', sight: 'door' }),
    photo('left', { from: 'left', sight: 'whole' }),
    photo('wheel', { sight: 'wheel_front_left', imageType: 'close_up' }),
  ];
  const ofSight = (said: Said) => counterpartOf(photo('now', said), earlier)?.id;
  expect(ofSight({ from: 'left', sight: 'door' })).toBe('door');
  expect(ofSight({ sight: 'door' })).toBe('door');
  expect(ofSight({ sight: 'wheel_front_left' })).toBe('wheel');
  expect(ofSight({ from: 'left', sight: 'another' })).toBe('left');
});

test('not one of the same sight that shows another side', () => {
  const earlier = [photo('mistaken', { from: 'right', sight: 'door' })];
  expect(counterpartOf(photo('now', { from: 'left', sight: 'door' }), earlier)).toBeUndefined();
});

test('a close-up shows no side', () => {
  const earlier = [photo('near', { from: 'left', imageType: 'close_up' })];
  expect(counterpartOf(photo('now', { from: 'left' }), earlier)).toBeUndefined();
});

test('without a viewpoint and a sight there is none', () => {
  expect(counterpartOf(photo('now'), [photo('then'), photo('left', { from: 'left' })])).toBeUndefined();
});

test('that a side was not photographed is known where all photos are known to show others', () => {
  const now = photo('now', { from: 'back' });
  const front = photo('front', { from: 'front' });
  expect(isSideWithout(now, [front, photo('left', { from: 'left' })])).toBe(true);
  expect(isSideWithout(now, [front, photo('corner', { from: 'back_left' })])).toBe(false);
  expect(isSideWithout(now, [front, photo('anywhere')])).toBe(false);
  const closeUp = (from?: Viewpoint) => photo('close', { imageType: 'close_up', ...(from && { from }) });
  expect(isSideWithout(now, [front, closeUp('left')])).toBe(true);
  expect(isSideWithout(now, [front, closeUp('back')])).toBe(false);
  expect(isSideWithout(now, [front, closeUp()])).toBe(false);
  expect(isSideWithout(photo('now'), [front])).toBe(false);
});

test('a close-up has no counterpart in a photo of the whole side', () => {
  const closeUp = photo('close', { from: 'left', sight: 'door', imageType: 'close_up' });
  expect(counterpartOf(closeUp, [photo('whole', { from: 'left' })])).toBeUndefined();
});
