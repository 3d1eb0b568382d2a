import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { encodeWithin, photoLimits, scaleEach } from './report-maker.ts';

const photo = (size: number) => new ArrayBuffer(size);

test('photos are scaled side by side, and one that can not be decoded leaves the others alone', async () => {
  let atOnce = 0;
  let most = 0;
  const scaled = await scaleEach([photo(1), photo(2), photo(3)], async ({ byteLength }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    if (byteLength === 2) throw new KerbsideError('photo_invalid', 'HEIC');
    return new Uint8Array(byteLength);
  });
  expect(scaled.map((jpeg) => jpeg?.length)).toEqual([1, undefined, 3]);
  expect(most).toBe(3);
});

test('whatever else goes wrong is told', async () => {
  const failed = scaleEach([photo(1)], async () => {
    throw new KerbsideError('unsupported', 'no canvas');
  });
  await expect(failed).rejects.toMatchObject({ code: 'unsupported' });
});

test('a photo has the best quality that keeps to its share of the report, or the worst', async () => {
  const encode = async (quality: number) => new Uint8Array(quality * 1000);
  expect(await encodeWithin(700, encode)).toHaveLength(650);
  expect(await encodeWithin(10, encode)).toHaveLength(350);
  expect(20 * photoLimits(20).bytes).toBeLessThan(5_000_000);
  expect(1000 * photoLimits(1000).bytes).toBeLessThan(5_000_000);
});
