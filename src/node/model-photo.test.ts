import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { modelPhoto } from './model-photo.ts';

const car = (options: { width: number; height: number; orientation?: 1 | 6 }) =>
  jpegPhoto({ seed: 3, ...options });

describe('modelPhoto', () => {
  it('scales a JPEG in eighths, to no more than was asked for', async () => {
    const photo = await modelPhoto((await car({ width: 800, height: 600 })).buffer, 320);
    expect([photo.width, photo.height, photo.original]).toEqual([300, 225, { width: 800, height: 600 }]);
    expect(photo.data).toHaveLength(300 * 225 * 4);
  });

  it('shows the same picture however the camera was held', async () => {
    const [upright, turned] = await Promise.all([
      modelPhoto((await car({ width: 800, height: 600 })).buffer, 320),
      modelPhoto((await car({ width: 800, height: 600, orientation: 6 })).buffer, 320),
    ]);
    expect([turned.width, turned.height]).toEqual([300, 225]);
    const off = upright.data.map((value, at) => Math.abs(value - (turned.data[at] ?? 0)));
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(2);
  });

  it('leaves a small JPEG as it is, and other types to sharp', async () => {
    expect((await modelPhoto((await car({ width: 320, height: 240 })).buffer, 320)).width).toBe(320);
    const png = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c80000' } })
      .png()
      .toBuffer();
    expect((await modelPhoto(new Uint8Array(png).buffer, 100)).width).toBe(100);
  });

  it.each(['b-w', 'cmyk'] as const)('reads a %s JPEG as RGBA', async (space) => {
    const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
      .toColourspace(space)
      .jpeg()
      .toBuffer();
    const { data } = await modelPhoto(new Uint8Array(jpeg).buffer, 32);
    expect(data).toHaveLength(32 * 32 * 4);
    expect(data[3]).toBe(255);
    for (const colour of data.slice(0, 3)) expect(Math.abs(colour - 128)).toBeLessThan(16);
  });
});
