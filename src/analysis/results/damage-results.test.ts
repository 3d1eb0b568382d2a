import { expect, test } from 'vitest';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import { createDamageResults } from './damage-results.ts';

const image = (more: Partial<ImageMetadata> = {}): ImageMetadata => ({
  id: 'a',
  name: 'a',
  imageWidth: 1000,
  imageHeight: 500,
  mimetype: 'image/jpeg',
  ...more,
});
const detect = (type: string, x0: number, x1: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 100, x1, y1: 300 },
  polygons: [],
});
/** The front of a car. The hood is from x = 200 to 500. */
const front = [
  detect('front_glass', 0, 190),
  detect('hood', 200, 500),
  detect('front_bumper', 600, 800),
  detect('front_left_light', 810, 900),
];
const stated = (viewpointName: string) => image({ details: { viewpointName } });
const findPart = (photo: ImageMetadata, damage: Detection, parts: Detection[] = []) => {
  const { partType, partOrigin } =
    createDamageResults([{ image: photo, damages: [damage], parts }]).damages[0] ?? {};
  return [partType, partOrigin];
};

test('a part is seen if the model detects it under the damage, whatever the photographer states', () => {
  expect(findPart(stated('door_front_left'), detect('dent', 300, 340), front)).toEqual(['hood', 'seen']);
});

test('a part is stated if the photo is taken for it', () => {
  expect(findPart(stated('door_front_left'), detect('dent', 300, 340))).toEqual([
    'door_front_left',
    'stated',
  ]);
});

test('a part is inferred if type and side leave one, or if it lies next to the damage', () => {
  expect(findPart(stated('front'), detect('broken_light', 0, 100))).toEqual(['head_light_right', 'inferred']);
  expect(findPart(image(), detect('dent', 505, 540), front)).toEqual(['hood', 'inferred']);
});

test('a part is guessed if only the side of the photo speaks for it', () => {
  expect(findPart(stated('right'), detect('dent', 600, 640))).toEqual(['door_front_right', 'guessed']);
});

test('an unknown part has no origin', () => {
  expect(findPart(image(), detect('dent', 300, 340))).toEqual(['ignore', undefined]);
});

test('a damage on several photos has the most reliable origin of its part', () => {
  const { damages } = createDamageResults([
    { image: stated('front'), damages: [detect('dent', 300, 340, 0.9)], parts: [] },
    { image: { ...stated('front'), id: 'b' }, damages: [detect('dent', 300, 340, 0.6)], parts: front },
  ]);
  expect(damages.map(({ partType, partOrigin, views }) => [partType, partOrigin, views.length])).toEqual([
    ['hood', 'seen', 2],
  ]);
});
