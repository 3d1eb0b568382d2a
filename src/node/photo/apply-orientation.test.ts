import { expect, it } from 'vitest';
import { storedPixels } from '../../../test/fixtures/orientation.ts';
import { applyOrientation } from './apply-orientation.ts';

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
