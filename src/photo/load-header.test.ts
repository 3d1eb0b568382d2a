import { expect, test } from 'vitest';
import { ascii } from '../../test/fixtures/bytes.ts';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto } from '../../test/fixtures/photos.ts';
import { readPhotoHeader } from './header/read-header.ts';
import { loadPhotoHeader } from './load-header.ts';

test('photos of every type have the header that readPhotoHeader returns', async () => {
  for (const encode of [jpegPhoto, pngPhoto, webpPhoto, avifPhoto]) {
    const photo = await encode({ seed: 3, width: 64, height: 48 });
    const header = await loadPhotoHeader(photo.buffer);
    expect(readPhotoHeader(photo)).toEqual({ ok: true, header });
  }
});

test('bytes that are no photo, and a truncated JPEG, are rejected with the same message', async () => {
  const truncated = (await jpegPhoto({ seed: 3, width: 64, height: 48 })).slice(0, 200);
  for (const bytes of [ascii('%PDF-1.7'), ascii('hello'), new Uint8Array(), truncated]) {
    const rejected = readPhotoHeader(bytes);
    if (rejected.ok) return expect.unreachable();
    await expect(loadPhotoHeader(bytes.slice().buffer)).rejects.toMatchObject({
      code: 'photo_invalid',
      message: rejected.message,
    });
  }
});
