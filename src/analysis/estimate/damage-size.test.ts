import { describe, expect, it } from 'vitest';
import { damageSize, type SeenView } from './damage-size.ts';

const image = { id: 'i', imageWidth: 1000, imageHeight: 1000, imageType: 'unknown' as const };

function box(width: number, height: number, over: Partial<SeenView> = {}): SeenView {
  return {
    imageId: 'i',
    damageId: 'd',
    polygons: [],
    boundingBox: { xmin: 0, ymin: 0, width, height },
    ...over,
  };
}

describe('size of a damage', () => {
  it('is measured against what a part of its kind usually fills of a photo', () => {
    const size = (kind: 'hood' | 'head_light') =>
      damageSize({ images: [image], views: [box(100, 100)], partViews: [], kind });
    expect(size('hood')).toBeCloseTo(0.05); // a hood fills a fifth
    expect(size('head_light')).toBeCloseTo(0.2); // a headlight fills a twentieth
  });

  it("is measured against the part's own outline where there is one on that photo", () => {
    const partViews = [box(200, 200, { damageId: 'p' })];
    expect(damageSize({ images: [image], views: [box(100, 100)], partViews, kind: 'hood' })).toBeCloseTo(
      0.25,
    );
  });

  it('takes the outline of a damage, not its box', () => {
    const triangle = box(100, 100, {
      polygons: [
        [
          [0, 0],
          [100, 0],
          [0, 100],
        ],
      ],
    });
    expect(damageSize({ images: [image], views: [triangle], partViews: [], kind: 'hood' })).toBeCloseTo(
      0.025,
    );
  });

  it('expects a close-up to show little more than the part', () => {
    const images = [{ ...image, imageType: 'close_up' as const }];
    expect(damageSize({ images, views: [box(300, 200)], partViews: [], kind: 'hood' })).toBeCloseTo(0.1);
  });

  it('takes the largest of several views, and never more than the whole part', () => {
    const views = [box(10, 10), box(1000, 1000)];
    expect(damageSize({ images: [image], views, partViews: [], kind: 'hood' })).toBe(1);
    expect(damageSize({ images: [image], views: [], partViews: [], kind: 'hood' })).toBe(0);
  });
});
