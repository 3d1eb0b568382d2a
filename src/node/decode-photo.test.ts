import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePhoto } from './decode-photo.ts';

const rule = { step: 32, area: 32 * 64 };

/** Left half red, right half blue. */
async function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: 'blue' } })
    .png()
    .toBuffer();
  const whole = sharp({ create: { width, height, channels: 3, background: 'red' } });
  return whole.composite([{ input: blue, left: width / 2, top: 0 }]);
}

describe('decodePhoto', () => {
  it('scales a photo onto its canvas', async () => {
    const photo = await (await halves(128, 64)).png().toBuffer();
    const { tensor, canvas, photo: size } = await decodePhoto(photo, rule);
    expect(size).toEqual({ width: 128, height: 64 });
    expect(canvas).toEqual({ scale: 0.5, width: 64, height: 32 });
    expect(tensor.dims).toEqual([1, 3, 32, 64]);
    // First pixel red, last pixel blue.
    expect([tensor.data[0], tensor.data[2 * 2048]]).toEqual([1, 0]);
    expect([tensor.data[2047], tensor.data[3 * 2048 - 1]]).toEqual([0, 1]);
  });

  it('turns a photo upright first', async () => {
    const turned = await (await halves(128, 64)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { canvas, photo } = await decodePhoto(turned, rule);
    expect(photo).toEqual({ width: 64, height: 128 });
    expect([canvas.width, canvas.height]).toEqual([32, 64]);
  });

  it('says what could not be read', async () => {
    await expect(decodePhoto(new Uint8Array([1, 2, 3]), rule)).rejects.toMatchObject({
      code: 'photo_invalid',
    });
  });
});
