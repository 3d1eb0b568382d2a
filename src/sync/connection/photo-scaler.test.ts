import { describe, expect, test } from 'vitest';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { PhotoScaler, type PhotoScalerDeps } from './photo-scaler.ts';

const size = { width: 4_000, height: 3_000 };
const photo = { bytes: new ArrayBuffer(4_000_000), type: 'image/heic', sha256: '' };

function createScaler(deps: Partial<PhotoScalerDeps> = {}) {
  const link = { speed: 1_000_000 as number | undefined };
  const scaled: string[] = [];
  const scalePhoto: ScalePhoto = async (_photo, { width, height }, quality) => {
    scaled.push(`${width}x${height}@${quality}`);
    return new Blob([new Uint8Array(1_000)], { type: 'image/jpeg' });
  };
  const scaler = new PhotoScaler({ options: {}, getBytesPerSecond: () => link.speed, scalePhoto, ...deps });
  return { link, scaled, prepare: () => scaler.prepare(photo, size) };
}

describe('an uploaded photo', () => {
  test('is the original on a fast link', async () => {
    const { scaled, prepare } = createScaler();
    const { blob, scale } = await prepare();
    expect([blob.size, blob.type, scale, scaled]).toEqual([4_000_000, 'image/heic', 1, []]);
  });

  test('is scaled on a slow link, and the original again when the link is fast', async () => {
    const { link, scaled, prepare } = createScaler({ options: { quality: 0.7 } });
    link.speed = 70_000;
    const { blob, scale } = await prepare();
    expect(scaled).toEqual(['2032x1524@0.7']);
    expect([blob.type, scale]).toEqual(['image/jpeg', 2_032 / 4_000]);
    link.speed = 2_000_000;
    expect((await prepare()).scale).toBe(1);
  });

  test('is the original if it cannot be decoded, or if scaling makes it larger', async () => {
    const slow = { bytesPerSecond: () => 10_000 };
    const undecodable = createScaler({ ...slow, scalePhoto: () => Promise.reject(new Error('HEIC')) });
    const larger = createScaler({ ...slow, scalePhoto: async () => new Blob([new Uint8Array(5_000_000)]) });
    const without = createScaler({ ...slow, scalePhoto: undefined });
    for (const { prepare } of [undecodable, larger, without])
      expect(await prepare()).toMatchObject({ scale: 1 });
  });
});
