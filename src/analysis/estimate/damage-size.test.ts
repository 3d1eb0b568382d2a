import { describe, expect, it } from 'vitest';
import { type MeasuredView, measureDamageSize } from './damage-size.ts';

const image = { id: 'i', imageWidth: 1000, imageHeight: 1000, imageType: 'unknown' as const };

function box(width: number, height: number, over: Partial<MeasuredView> = {}): MeasuredView {
  return {
    imageId: 'i',
    damageId: 'd',
    polygons: [],
    boundingBox: { xmin: 0, ymin: 0, width, height },
    ...over,
  };
}

describe('measureDamageSize', () => {
  it('compares with the fraction of a photo that a part of this kind usually fills', () => {
    const size = (kind: 'hood' | 'head_light') =>
      measureDamageSize({ images: [image], views: [box(100, 100)], partViews: [], kind });
    expect(size('hood')).toBeCloseTo(0.05); // a hood fills a fifth
    expect(size('head_light')).toBeCloseTo(0.2); // a headlight fills a twentieth
  });

  it('compares with the view of the part on the same photo', () => {
    const partViews = [box(200, 200, { damageId: 'p' })];
    expect(
      measureDamageSize({ images: [image], views: [box(100, 100)], partViews, kind: 'hood' }),
    ).toBeCloseTo(0.25);
  });

  it('uses the polygons of a damage, not its box', () => {
    const triangle = box(100, 100, {
      polygons: [
        [
          [0, 0],
          [100, 0],
          [0, 100],
        ],
      ],
    });
    expect(
      measureDamageSize({ images: [image], views: [triangle], partViews: [], kind: 'hood' }),
    ).toBeCloseTo(0.025);
  });

  it('counts what overlapping polygons share once', () => {
    const square = (x: number, side: number) =>
      [
        [x, 0],
        [x + side, 0],
        [x + side, side],
        [x, side],
      ] as [number, number][];
    const measure = (...polygons: [number, number][][]) =>
      measureDamageSize({
        images: [image],
        views: [box(100, 100, { polygons })],
        partViews: [],
        kind: 'hood',
      });
    const alone = measure(square(0, 100));
    expect(measure(square(0, 100), square(10, 20))).toBeCloseTo(alone);
    expect(measure(square(0, 100), square(50, 100))).toBeCloseTo(1.5 * alone);
    expect(measure(square(0, 100), square(300, 100))).toBeCloseTo(2 * alone);
  });

  it('assumes that the part fills most of a close-up', () => {
    const images = [{ ...image, imageType: 'close_up' as const }];
    expect(measureDamageSize({ images, views: [box(300, 200)], partViews: [], kind: 'hood' })).toBeCloseTo(
      0.1,
    );
  });

  it('returns the largest of several views, at most 1', () => {
    const views = [box(10, 10), box(1000, 1000)];
    expect(measureDamageSize({ images: [image], views, partViews: [], kind: 'hood' })).toBe(1);
    expect(measureDamageSize({ images: [image], views: [], partViews: [], kind: 'hood' })).toBe(0);
  });
});
