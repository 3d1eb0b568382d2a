import { describe, expect, test } from 'vitest';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { PhotoScaler } from './photo-scaler.ts';
import type { UploadOptions } from './upload-options.ts';

const size = { width: 4_000, height: 3_000 };
const photo = { bytes: new ArrayBuffer(4_000_000), type: 'image/heic', sha256: '' };

const createSmall: ScalePhoto = async () => new Blob([new Uint8Array(1_000)], { type: 'image/jpeg' });

function createScaler(scalePhoto = createSmall, options: UploadOptions = {}) {
  const link = { speed: 1_000_000 as number | undefined };
  const scaled: string[] = [];
  const scaler = new PhotoScaler(options, (bytes, target, quality) => {
    scaled.push(`${target.width}x${target.height}@${quality}`);
    return scalePhoto(bytes, target, quality);
  });
  return { link, scaled, prepare: () => scaler.prepare(photo, size, link.speed) };
}

describe('an uploaded photo', () => {
  test('is the original on a fast link', async () => {
    const { scaled, prepare } = createScaler();
    const { blob, scale } = await prepare();
    expect([blob.size, blob.type, scale, scaled]).toEqual([4_000_000, 'image/heic', 1, []]);
  });

  test('is scaled on a slow link, and the original again when the link is fast', async () => {
    const { link, scaled, prepare } = createScaler(createSmall, { quality: 0.7 });
    link.speed = 70_000;
    const { blob, scale } = await prepare();
    expect(scaled).toEqual(['2032x1524@0.7']);
    expect([blob.type, scale]).toEqual(['image/jpeg', 2_032 / 4_000]);
    link.speed = 2_000_000;
    expect((await prepare()).scale).toBe(1);
  });

  test('is the original if it cannot be decoded, or if scaling makes it larger', async () => {
    const undecodable = createScaler(() => Promise.reject(new Error('HEIC')));
    const larger = createScaler(async () => new Blob([new Uint8Array(5_000_000)]));
    for (const { link, scaled, prepare } of [undecodable, larger]) {
      link.speed = 10_000;
      expect(await prepare()).toMatchObject({ scale: 1 });
      expect(scaled).toHaveLength(1);
    }
  });

  test('is the original where nothing can scale it', async () => {
    const scaler = new PhotoScaler({}, undefined);
    expect(await scaler.prepare(photo, size, 10_000)).toMatchObject({ scale: 1 });
  });
});
