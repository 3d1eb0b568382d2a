import { expect, it } from 'vitest';
import { rectangleQuad } from './quad.ts';
import { findSearchRegion } from './search-region.ts';

const photo = { width: 2000, height: 1500 };

it('surrounds the lines by letter heights, within the photo', () => {
  expect(findSearchRegion([rectangleQuad(900, 700, 1300, 740)], photo)).toEqual({
    x: 660,
    y: 580,
    width: 880,
    height: 280,
  });
  expect(findSearchRegion([rectangleQuad(10, 20, 300, 60), rectangleQuad(10, 80, 300, 120)], photo)).toEqual({
    x: 0,
    y: 0,
    width: 540,
    height: 240,
  });
});

it('is absent without lines, and where it would be most of the photo', () => {
  expect(findSearchRegion([], photo)).toBeUndefined();
  expect(findSearchRegion([rectangleQuad(100, 400, 1900, 700)], photo)).toBeUndefined();
});
