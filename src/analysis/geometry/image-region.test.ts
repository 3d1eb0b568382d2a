import { expect, it } from 'vitest';
import { toImageRegion } from './image-region.ts';

it('converts a box to a bounding box, clipped to the image and rounded to 0.1 pixel', () => {
  const region = toImageRegion(
    { box: { x0: -3, y0: 10.04, x1: 99.96, y1: 120 }, polygons: [[[1.234, 5.678]]] },
    { imageWidth: 200, imageHeight: 100 },
  );
  expect(region).toEqual({
    boundingBox: { xmin: 0, ymin: 10, width: 100, height: 90 },
    polygons: [[[1.2, 5.7]]],
  });
});
