import { expect, test } from 'vitest';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import { detectPhotoType } from './detect-photo-type.ts';

const photo = { seed: 1, width: 32, height: 24 };

test.each([
  ['image/jpeg', jpegPhoto],
  ['image/png', pngPhoto],
  ['image/webp', webpPhoto],
  ['image/avif', avifPhoto],
] as const)('detects %s by the first bytes, also of a truncated file', async (type, draw) => {
  const bytes = await draw(photo);
  expect(detectPhotoType(bytes)).toBe(type);
  expect(detectPhotoType(bytes.subarray(0, 40))).toBe(type);
});

test('has no type for other files', () => {
  for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html></html>', 'GIF89a'])
    expect(detectPhotoType(new TextEncoder().encode(text))).toBeUndefined();
});
