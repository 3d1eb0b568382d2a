import { expect, test } from 'vitest';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Image } from '../../domain/records/image.ts';
import { findEarlierPhoto, isSideMissing } from './earlier-photo.ts';

interface PhotoOptions {
  /** The predicted viewpoint, with high confidence. */
  from?: Viewpoint;
  sight?: string;
  imageType?: Image['imageType'];
}

const photo = (id: string, { from, sight, imageType = 'unknown' }: PhotoOptions = {}): Image => ({
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

test('finds the latest photo from the same viewpoint', () => {
  const earlier = [
    photo('front', { from: 'front' }),
    photo('left', { from: 'left' }),
    photo('left again', { from: 'left' }),
    photo('near', { from: 'front_left' }),
  ];
  expect(findEarlierPhoto(photo('now', { from: 'left' }), earlier)?.id).toBe('left again');
  expect(findEarlierPhoto(photo('now', { from: 'back' }), earlier)).toBeUndefined();
});

test('prefers a photo of the same sight, even if its viewpoint is unknown', () => {
  const earlier = [
    photo('door', { from: 'left', sight: 'door' }),
    photo('left', { from: 'left', sight: 'whole' }),
    photo('wheel', { sight: 'wheel_front_left', imageType: 'close_up' }),
  ];
  const findFor = (options: PhotoOptions) => findEarlierPhoto(photo('now', options), earlier)?.id;
  expect(findFor({ from: 'left', sight: 'door' })).toBe('door');
  expect(findFor({ sight: 'door' })).toBe('door');
  expect(findFor({ sight: 'wheel_front_left' })).toBe('wheel');
  expect(findFor({ from: 'left', sight: 'another' })).toBe('left');
});

test('ignores a photo of the same sight from another viewpoint', () => {
  const earlier = [photo('mistaken', { from: 'right', sight: 'door' })];
  expect(findEarlierPhoto(photo('now', { from: 'left', sight: 'door' }), earlier)).toBeUndefined();
});

test('ignores close-ups when it compares viewpoints', () => {
  const earlier = [photo('near', { from: 'left', imageType: 'close_up' })];
  expect(findEarlierPhoto(photo('now', { from: 'left' }), earlier)).toBeUndefined();
});

test('finds nothing for a photo without viewpoint and sight', () => {
  expect(findEarlierPhoto(photo('now'), [photo('then'), photo('left', { from: 'left' })])).toBeUndefined();
});

test('isSideMissing is true if all earlier photos have a known, distant viewpoint', () => {
  const now = photo('now', { from: 'back' });
  const front = photo('front', { from: 'front' });
  expect(isSideMissing(now, [front, photo('left', { from: 'left' })])).toBe(true);
  expect(isSideMissing(now, [front, photo('corner', { from: 'back_left' })])).toBe(false);
  expect(isSideMissing(now, [front, photo('anywhere')])).toBe(false);
  const closeUp = (from?: Viewpoint) => photo('close', { imageType: 'close_up', ...(from && { from }) });
  expect(isSideMissing(now, [front, closeUp('left')])).toBe(true);
  expect(isSideMissing(now, [front, closeUp('back')])).toBe(false);
  expect(isSideMissing(now, [front, closeUp()])).toBe(false);
  expect(isSideMissing(photo('now'), [front])).toBe(false);
});

test('finds no photo of a whole side for a close-up', () => {
  const closeUp = photo('close', { from: 'left', sight: 'door', imageType: 'close_up' });
  expect(findEarlierPhoto(closeUp, [photo('whole', { from: 'left' })])).toBeUndefined();
});
