import { describe, expect, test } from 'vitest';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { PhotoUploads, type PhotoUploadsDeps } from './photo-uploads.ts';

const size = { width: 4_000, height: 3_000 };
const photo = { bytes: new ArrayBuffer(4_000_000), type: 'image/heic', sha256: '' };

function uploads(deps: Partial<PhotoUploadsDeps> = {}) {
  const link = { speed: 1_000_000 as number | undefined };
  const asked: string[] = [];
  const scalePhoto: ScalePhoto = async (_photo, { width, height }, quality) => {
    asked.push(`${width}x${height}@${quality}`);
    return new Blob([new Uint8Array(1_000)], { type: 'image/jpeg' });
  };
  const prepared = new PhotoUploads({ options: {}, bytesPerSecond: () => link.speed, scalePhoto, ...deps });
  return { link, asked, prepare: () => prepared.prepare(photo, size) };
}

describe('a photo on its way up', () => {
  test('is the original over a fast link', async () => {
    const { asked, prepare } = uploads();
    const { blob, scale } = await prepare();
    expect([blob.size, blob.type, scale, asked]).toEqual([4_000_000, 'image/heic', 1, []]);
  });

  test('is smaller over a slow one, with the scale it has; the original again once the link is fast', async () => {
    const { link, asked, prepare } = uploads({ options: { quality: 0.7 } });
    link.speed = 70_000;
    const { blob, scale } = await prepare();
    expect(asked).toEqual(['2032x1524@0.7']);
    expect([blob.type, scale]).toEqual(['image/jpeg', 2_032 / 4_000]);
    link.speed = 2_000_000;
    expect((await prepare()).scale).toBe(1);
  });

  test('is the original where it can not be decoded here, or would come out larger', async () => {
    const slow = { bytesPerSecond: () => 10_000 };
    const undecodable = uploads({ ...slow, scalePhoto: () => Promise.reject(new Error('HEIC')) });
    const larger = uploads({ ...slow, scalePhoto: async () => new Blob([new Uint8Array(5_000_000)]) });
    const without = uploads({ ...slow, scalePhoto: undefined });
    for (const { prepare } of [undecodable, larger, without])
      expect(await prepare()).toMatchObject({ scale: 1 });
  });
});
