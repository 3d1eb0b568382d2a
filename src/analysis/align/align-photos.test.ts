import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { type CarSceneOptions, carScene } from '../../../test/fixtures/car-scene.ts';
import { toGray } from '../quality/gray.ts';
import { alignPhotos } from './align-photos.ts';
import { applyHomography } from './homography.ts';
import { findFeatures } from './photo-features.ts';

const SIZE = { width: 400, height: 300 };

async function photoOf(car: CarSceneOptions, change: (photo: Sharp) => Sharp = (photo) => photo) {
  const drawn = sharp(Buffer.from(carScene({ ...SIZE, ...car })));
  const changed = sharp(await change(drawn).jpeg({ quality: 70 }).toBuffer());
  const { data, info } = await changed.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return findFeatures(toGray({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) }));
}

test('finds where a cropped, darker photo of the same car lies', async () => {
  const before = await photoOf({ seed: 8, view: 'side' });
  const crop = { left: 40, top: 30, width: 320, height: 240 };
  const after = await photoOf({ seed: 8, view: 'side', street: 9 }, (photo) =>
    photo.extract(crop).linear(0.7, 10),
  );
  const { mapping, support = [] } = alignPhotos(before, after) ?? {};
  expect(support.length).toBeGreaterThan(20);
  for (const [x, y] of [
    [120, 120],
    [280, 180],
    [200, 200],
  ] as const) {
    const found = mapping && applyHomography(mapping, [x / SIZE.width, y / SIZE.width]);
    expect(found?.[0]).toBeCloseTo((x - crop.left) / crop.width, 1);
    expect(found?.[1]).toBeCloseTo((y - crop.top) / crop.width, 1);
  }
});

test('finds nothing in common between different sides of a car', async () => {
  const [front, side] = [
    await photoOf({ seed: 8, view: 'front', street: 1 }),
    await photoOf({ seed: 8, view: 'side' }),
  ];
  expect(alignPhotos(front, side)).toBeUndefined();
});

test('finds nothing on a photo without structure', async () => {
  const blank = findFeatures({ width: 200, height: 150, data: new Uint16Array(200 * 150).fill(90) });
  expect(blank.count).toBe(0);
  expect(alignPhotos(blank, blank)).toBeUndefined();
});
