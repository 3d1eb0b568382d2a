import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withColourProfile } from '../../../test/fixtures/colour-profile.ts';
import { storedPixels } from '../../../test/fixtures/orientation.ts';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import { applyOrientation, decodeForModels } from './decode-for-models.ts';
import { scaleByEighths } from './jpeg-scaling.ts';

const car = (options: { width: number; height: number; orientation?: 1 | 6 }) =>
  jpegPhoto({ seed: 3, ...options });

describe('decodeForModels', () => {
  it('scales a JPEG in eighths, to at most the requested side', async () => {
    const photo = await decodeForModels((await car({ width: 800, height: 600 })).buffer, 320);
    expect([photo.width, photo.height, photo.original]).toEqual([300, 225, { width: 800, height: 600 }]);
    expect(photo.data).toHaveLength(300 * 225 * 4);
  });

  it.each([
    { width: 801, height: 601, side: 401, scaled: [401, 301] },
    { width: 800, height: 602, side: 200, scaled: [200, 151] },
    { width: 801, height: 605, side: 101, scaled: [101, 76] },
  ])('scales $width × $height to a half, a quarter or an eighth, including the edge', async (asked) => {
    const { width, height, side, scaled } = asked;
    const jpeg = await car({ width, height });
    const photo = await decodeForModels(jpeg.buffer, side);
    expect([photo.width, photo.height]).toEqual(scaled);
    const data = await sharp(jpeg).ensureAlpha().raw().toBuffer();
    const means = scaleByEighths({ width, height, channels: 4, data }, Math.round((8 * side) / width));
    const off = photo.data.map((value, at) => Math.abs(value - (means.data[at] ?? 0)));
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(1);
  });

  it.each([
    { side: 320, scaled: [300, 225] },
    { side: 400, scaled: [400, 300] },
  ])('decodes all orientations to the same picture, at most $side px', async ({ side, scaled }) => {
    const [upright, turned] = await Promise.all([
      decodeForModels((await car({ width: 800, height: 600 })).buffer, side),
      decodeForModels((await car({ width: 800, height: 600, orientation: 6 })).buffer, side),
    ]);
    expect([turned.width, turned.height]).toEqual(scaled);
    const off = upright.data.map((value, at) => Math.abs(value - (turned.data[at] ?? 0)));
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(2);
  });

  it('does not scale a small JPEG, and uses sharp for other types', async () => {
    expect((await decodeForModels((await car({ width: 320, height: 240 })).buffer, 320)).width).toBe(320);
    const png = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c80000' } })
      .png()
      .toBuffer();
    expect((await decodeForModels(new Uint8Array(png).buffer, 100)).width).toBe(100);
  });

  it.each([64, 32, 24])('converts Display P3 to sRGB, at most %i px', async (side) => {
    const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c86432' } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { data } = await decodeForModels(withColourProfile(jpeg, 'display-p3').buffer, side);
    for (const [channel, value] of [214, 93, 31].entries())
      expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(4);
  });

  it.each(['b-w', 'cmyk'] as const)('reads a %s JPEG as RGBA', async (space) => {
    const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
      .toColourspace(space)
      .jpeg()
      .toBuffer();
    const { data } = await decodeForModels(new Uint8Array(jpeg).buffer, 32);
    expect(data).toHaveLength(32 * 32 * 4);
    expect(data[3]).toBe(255);
    for (const colour of data.slice(0, 3)) expect(Math.abs(colour - 128)).toBeLessThan(16);
  });
});

it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('converts orientation %i to upright', (orientation) => {
  const [width, height] = [5, 3];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => at * 4);
  const stored = storedPixels({ data, width, height }, orientation);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    rgba.set(stored.data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  const upright = applyOrientation({ ...stored, channels: 4, data: rgba }, orientation);
  expect([upright.width, upright.height]).toEqual([width, height]);
  expect([...upright.data].filter((_, at) => at % 4 !== 3)).toEqual([...data]);
});
