import { expect, test } from 'vitest';
import { jpegPhoto, pngPhoto } from '../../test/fixtures/photos.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';

test('a Blob is uploaded as it is; bytes are copied', async () => {
  const blob = new Blob(['photo'], { type: 'image/png' });
  expect(toPhotoBlob(blob)).toBe(blob);
  const bytes = Uint8Array.from([1, 2, 3]);
  const copy = toPhotoBlob(bytes);
  bytes.fill(0);
  expect(new Uint8Array(await copy.arrayBuffer())).toEqual(Uint8Array.from([1, 2, 3]));
});

test('bytes are labelled with the type of their header', async () => {
  const picture = { seed: 1, width: 64, height: 48 };
  const [jpeg, png] = [await jpegPhoto(picture), await pngPhoto(picture)];
  expect(toPhotoBlob(jpeg).type).toBe('image/jpeg');
  expect(toPhotoBlob(png).type).toBe('image/png');
  expect(toPhotoBlob(png.buffer).type).toBe('image/png');
  const inside = new Uint8Array([9, ...png, 9]);
  expect(toPhotoBlob(inside.subarray(1, -1)).type).toBe('image/png');
  expect(toPhotoBlob(Uint8Array.of(1, 2, 3)).type).toBe('application/octet-stream');
});

test('a transferred buffer throws photo_invalid, and any other value invalid_input', () => {
  const { buffer } = Uint8Array.from([1, 2, 3]);
  structuredClone(buffer, { transfer: [buffer] });
  expect(() => toPhotoBlob(buffer)).toThrow(expect.objectContaining({ code: 'photo_invalid' }));
  expect(() => toPhotoBlob(JSON.parse('"text"'))).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});

test('a URL becomes a download by the service; a blob: URL is rejected', () => {
  expect(toUrlAcquisition(undefined, 'path')).toBeUndefined();
  expect(toUrlAcquisition({ fileKey: 'a' }, 'path')).toBeUndefined();
  expect(toUrlAcquisition({ url: 'https://a.test/p.jpg' }, 'path')).toEqual({
    strategy: 'download_from_url',
    url: 'https://a.test/p.jpg',
  });
  expect(() => toUrlAcquisition({ url: 'blob:x' }, 'image.acquisition')).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      details: expect.objectContaining({ path: 'image.acquisition.url' }),
    }),
  );
});
