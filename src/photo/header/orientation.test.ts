import sharp from 'sharp';
import { expect, it } from 'vitest';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import type { Orientation } from './read-header.ts';

/** Tests the fixtures: an orientation test proves nothing if the image is not really rotated. */
it.each([
  ['JPEG', jpegPhoto],
  ['PNG', pngPhoto],
  ['WebP', webpPhoto],
  ['AVIF', avifPhoto],
])('the eight orientations of %s are the same upright', async (_name, encode) => {
  const pixels = async (orientation: Orientation) =>
    sharp(await encode({ seed: 1, width: 120, height: 90, quality: 90, orientation }))
      .autoOrient()
      .raw()
      .toBuffer();
  const upright = await pixels(1);
  for (const orientation of [2, 3, 4, 5, 6, 7, 8] as const) {
    const turned = await pixels(orientation);
    expect(turned.length).toBe(upright.length);
    const difference =
      turned.reduce((sum, value, n) => sum + Math.abs(value - (upright[n] ?? 0)), 0) / turned.length;
    expect(difference, `orientation ${orientation}`).toBeLessThan(4);
  }
});

it('a photo has the requested size and is deterministic', async () => {
  const options = { seed: 9, width: 800, height: 600, bytes: 150_000 };
  const [one, two] = await Promise.all([jpegPhoto(options), jpegPhoto(options)]);
  expect(Math.abs(one.length - 150_000)).toBeLessThan(5_000);
  expect(two).toEqual(one);
});
