import { describe, expect, it } from 'vitest';
import { cropLine } from './crop-line.ts';
import { rectangleQuad, rotateQuad } from './quad.ts';

const OPTIONS = { height: 8, step: 4, narrowest: 8, widest: 64 };

/** Red increases to the right, green downwards. */
function gradient(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      data.set([(255 * (x + 0.5)) / width, (255 * (y + 0.5)) / height, 0, 255], (y * width + x) * 4);
  }
  return { data, width, height };
}

const at = (crop: ReturnType<typeof cropLine>, channel: number, x: number, y: number) =>
  crop.data[channel * crop.width * crop.height + y * crop.width + x] ?? Number.NaN;

describe('cropLine', () => {
  it('keeps the shape of the line at a fixed height, in whole steps', () => {
    const crop = cropLine(gradient(100, 50), rectangleQuad(10, 10, 90, 30), OPTIONS);
    expect(crop).toMatchObject({ width: 32, height: 8 });
    expect(crop.data).toHaveLength(3 * 32 * 8);
  });

  it('returns the pixels in the quad, from its first corner', () => {
    const crop = cropLine(gradient(100, 50), rectangleQuad(0, 0, 100, 50), OPTIONS);
    expect(at(crop, 0, 0, 4)).toBeLessThan(0.1);
    expect(at(crop, 0, 15, 4)).toBeGreaterThan(0.9);
    expect(at(crop, 1, 8, 0)).toBeLessThan(0.1);
    expect(at(crop, 1, 8, 7)).toBeGreaterThan(0.9);
  });

  it('rotates an upside-down line', () => {
    const crop = cropLine(gradient(100, 50), rotateQuad(rectangleQuad(0, 0, 100, 50), 2), OPTIONS);
    expect(at(crop, 0, 0, 4)).toBeGreaterThan(0.9);
    expect(at(crop, 1, 8, 0)).toBeGreaterThan(0.9);
  });

  it.each([2, 3, 4])('returns the mean of the pixels of a line that is %i times as high', (times) => {
    const [width, height] = [12 * times, 8 * times];
    const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => (index * 7919) % 251);
    const crop = cropLine({ data, width, height }, rectangleQuad(0, 0, width, height), OPTIONS);
    const offsets = Array.from({ length: times * times }, (_, index) => [
      index % times,
      Math.floor(index / times),
    ]);
    for (const [x, y, channel] of [
      [0, 0, 0],
      [5, 3, 1],
      [11, 7, 2],
    ] as const) {
      const values = offsets.map(
        ([dx = 0, dy = 0]) => data[4 * ((times * y + dy) * width + times * x + dx) + channel] ?? 0,
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(255 * at(crop, channel, x, y)).toBeCloseTo(mean, 3);
    }
  });

  it('returns the mean of the four pixels around each point of a line that keeps its size', () => {
    const [width, height] = [16, 10];
    const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => (index * 7919) % 251);
    const crop = cropLine({ data, width, height }, rectangleQuad(2.5, 0.5, 14.5, 8.5), OPTIONS);
    for (const channel of [0, 1, 2]) {
      const value = (x: number, y: number) => data[4 * (y * width + x) + channel] ?? Number.NaN;
      for (const [x, y] of [
        [0, 0],
        [5, 3],
        [11, 7],
      ] as const) {
        const [left, top] = [x + 2, y];
        const sum = value(left, top) + value(left + 1, top) + value(left, top + 1) + value(left + 1, top + 1);
        expect(255 * at(crop, channel, x, y)).toBeCloseTo(sum / 4, 3);
      }
    }
  });

  it('repeats the border beyond the photo', () => {
    const crop = cropLine(gradient(20, 20), rectangleQuad(-40, 0, 0, 20), OPTIONS);
    expect(at(crop, 0, 4, 4)).toBeLessThan(0.05);
  });
});
