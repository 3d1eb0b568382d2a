import { expect, test } from 'vitest';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';

test('a Blob is uploaded as it is; bytes are copied', async () => {
  const blob = new Blob(['photo'], { type: 'image/png' });
  expect(toPhotoBlob(blob)).toBe(blob);
  const bytes = Uint8Array.from([1, 2, 3]);
  const copy = toPhotoBlob(bytes);
  bytes.fill(0);
  expect(new Uint8Array(await copy.arrayBuffer())).toEqual(Uint8Array.from([1, 2, 3]));
  expect(copy.type).toBe('image/jpeg');
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
