import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { encodeWithin, getPhotoLimits, scaleAll } from './report-maker.ts';

const photo = (size: number) => new ArrayBuffer(size);

test('scales photos in parallel and returns undefined for one that cannot be decoded', async () => {
  let running = 0;
  let maxRunning = 0;
  const scaled = await scaleAll([photo(1), photo(2), photo(3)], async ({ byteLength }) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await Promise.resolve();
    running -= 1;
    if (byteLength === 2) throw new KerbsideError('photo_invalid', 'HEIC');
    return new Uint8Array(byteLength);
  });
  expect(scaled.map((jpeg) => jpeg?.length)).toEqual([1, undefined, 3]);
  expect(maxRunning).toBe(3);
});

test('rejects with any other error', async () => {
  const failed = scaleAll([photo(1)], async () => {
    throw new KerbsideError('unsupported', 'no canvas');
  });
  await expect(failed).rejects.toMatchObject({ code: 'unsupported' });
});

test('encodes at the highest quality within the limit, or at the lowest', async () => {
  const encode = async (quality: number) => new Uint8Array(quality * 1000);
  expect(await encodeWithin(700, encode)).toHaveLength(650);
  expect(await encodeWithin(10, encode)).toHaveLength(350);
});

test.each([20, 1000])('limits %i photos to 5 MB in total', (count) => {
  expect(count * getPhotoLimits(count).maxBytes).toBeLessThan(5_000_000);
});
