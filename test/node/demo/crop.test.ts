import fc from 'fast-check';
import type { View } from 'kerbside';
import { expect, test } from 'vitest';
import { getCropRegion, toCropView } from '../../../demo/common/crop.ts';

const size = { imageWidth: 1600, imageHeight: 1200 };
const views = fc
  .record({
    imageWidth: fc.integer({ min: 320, max: 8000 }),
    imageHeight: fc.integer({ min: 320, max: 8000 }),
    left: fc.double({ min: 0, max: 0.98, noNaN: true }),
    top: fc.double({ min: 0, max: 0.98, noNaN: true }),
    width: fc.double({ min: 0.001, max: 1, noNaN: true }),
    height: fc.double({ min: 0.001, max: 1, noNaN: true }),
  })
  .map(({ imageWidth, imageHeight, left, top, width, height }) => ({
    image: { imageWidth, imageHeight },
    boundingBox: {
      xmin: left * imageWidth,
      ymin: top * imageHeight,
      width: Math.min(width, 1 - left) * imageWidth,
      height: Math.min(height, 1 - top) * imageHeight,
    },
  }));

test('a crop is a part of the photo, in the shape of all crops', () => {
  fc.assert(
    fc.property(views, ({ image, boundingBox }) => {
      const { x, y, width, height } = getCropRegion({ boundingBox }, image);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(image.imageWidth);
      expect(y + height).toBeLessThanOrEqual(image.imageHeight);
      expect(Math.abs(width - (height * 4) / 3)).toBeLessThanOrEqual(2);
      expect(height).toBeGreaterThan(0);
    }),
  );
});

test('a crop contains the middle of the damage, and all of it if it has the shape for it', () => {
  fc.assert(
    fc.property(views, ({ image, boundingBox }) => {
      const { x, y, width, height } = getCropRegion({ boundingBox }, image);
      const [centerX, centerY] = [
        boundingBox.xmin + boundingBox.width / 2,
        boundingBox.ymin + boundingBox.height / 2,
      ];
      expect(centerX).toBeGreaterThanOrEqual(x - 1);
      expect(centerX).toBeLessThanOrEqual(x + width + 1);
      expect(centerY).toBeGreaterThanOrEqual(y - 1);
      expect(centerY).toBeLessThanOrEqual(y + height + 1);
      if (boundingBox.width > width || boundingBox.height > height) return; // larger than the largest crop
      expect(boundingBox.xmin).toBeGreaterThanOrEqual(x - 1);
      expect(boundingBox.xmin + boundingBox.width).toBeLessThanOrEqual(x + width + 1);
      expect(boundingBox.ymin).toBeGreaterThanOrEqual(y - 1);
      expect(boundingBox.ymin + boundingBox.height).toBeLessThanOrEqual(y + height + 1);
    }),
  );
});

test('a small damage is shown with its surroundings, not as bare paint', () => {
  const boundingBox = { xmin: 800, ymin: 600, width: 4, height: 4 };
  expect(getCropRegion({ boundingBox }, size)).toEqual({ x: 626, y: 470, width: 352, height: 264 });
});

test('a view moves with its crop', () => {
  const view = {
    boundingBox: { xmin: 700, ymin: 500, width: 100, height: 50 },
    polygons: [
      [
        [700, 500],
        [800, 500],
        [750, 550],
      ],
    ],
  } as unknown as View;
  const { boundingBox, polygons } = toCropView(view, { x: 600, y: 450, width: 320, height: 240 });
  expect(boundingBox).toEqual({ xmin: 100, ymin: 50, width: 100, height: 50 });
  expect(polygons).toEqual([
    [
      [100, 50],
      [200, 50],
      [150, 100],
    ],
  ]);
});
