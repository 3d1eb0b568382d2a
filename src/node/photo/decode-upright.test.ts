import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeUpright } from './decode-upright.ts';

const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer()).buffer;
const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c80000' } });

describe('decodeUpright', () => {
  it('returns scaled RGBA pixels and the size of the original photo', async () => {
    const photo = await decodeUpright(await bytesOf(red(400, 200).png()), 100);
    expect([photo.width, photo.height, photo.original]).toEqual([100, 50, { width: 400, height: 200 }]);
    expect([...photo.data.slice(0, 4)]).toEqual([200, 0, 0, 255]);
  });

  it('does not enlarge a small photo', async () => {
    expect((await decodeUpright(await bytesOf(red(40, 20).png()), 100)).width).toBe(40);
  });

  it('applies the orientation', async () => {
    const turned = await bytesOf(red(400, 200).withMetadata({ orientation: 6 }).jpeg());
    const { width, height, original } = await decodeUpright(turned, 100);
    expect([width, height, original]).toEqual([50, 100, { width: 200, height: 400 }]);
  });

  it.each([
    ['grey JPEG', () => red(64, 64).toColourspace('b-w').jpeg()],
    ['CMYK JPEG', () => red(64, 64).toColourspace('cmyk').jpeg()],
    ['16-bit PNG', () => red(64, 64).toColourspace('rgb16').png()],
    ['palette PNG', () => red(64, 64).png({ palette: true })],
  ])('reads a %s as 8-bit RGBA', async (_, image) => {
    const { data } = await decodeUpright(await bytesOf(image()), 64);
    expect(data).toHaveLength(64 * 64 * 4);
    expect(data[3]).toBe(255);
  });

  it('throws photo_invalid if the pixels cannot be decoded', async () => {
    const whole = new Uint8Array(await bytesOf(red(640, 480).png()));
    whole.fill(0, 80, 110); // inside the compressed pixels: the file's structure stays intact
    await expect(decodeUpright(whole.buffer, 64)).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'undecodable' },
    });
  });
});
