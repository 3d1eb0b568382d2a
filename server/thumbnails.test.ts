import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createThumbnail } from '../src/node/photo/create-thumbnail.ts';
import { jpegPhoto } from '../test/fixtures/photos.ts';
import { createThumbnails } from './thumbnails.ts';

const photo = new ArrayBuffer(8);
const read = async () => photo;

/** Makes thumbnails of 10 bytes, and counts them. */
function counting(options?: Parameters<typeof createThumbnails>[1]) {
  const made: number[] = [];
  const thumbnails = createThumbnails(async (_photo, width) => {
    made.push(width);
    return new ArrayBuffer(10);
  }, options);
  return { thumbnails, made };
}

it('makes a thumbnail once, also for requests at the same time', async () => {
  const { thumbnails, made } = counting();
  await Promise.all([thumbnails.get('a', 320, read), thumbnails.get('a', 320, read)]);
  await thumbnails.get('a', 320, () => Promise.reject(new Error('The photo is not read again.')));
  await thumbnails.get('a', 640, read);
  expect(made).toEqual([320, 640]);
});

it('forgets what was used least recently', async () => {
  const { thumbnails, made } = counting({ maxBytes: 25 });
  for (const sha256 of ['a', 'b', 'a', 'c', 'a', 'b']) await thumbnails.get(sha256, 320, read);
  expect(made).toHaveLength(4);
});

it('returns none without a decoder, and none for a photo that cannot be decoded', async () => {
  expect(await createThumbnails(undefined).get('a', 320, read)).toBeUndefined();
  const failing = createThumbnails(() => Promise.reject(new Error('HEIC')));
  expect(await failing.get('a', 320, read)).toBeUndefined();
});

it('rejects if the photo cannot be read, and tries again', async () => {
  const { thumbnails } = counting();
  const fail = () => Promise.reject(new Error('damaged'));
  await expect(thumbnails.get('a', 320, fail)).rejects.toThrow('damaged');
  expect(await thumbnails.get('a', 320, read)).toBeDefined();
});

it.each([1, 6] as const)(
  'are upright JPEGs of the width, orientation %i; smaller photos keep theirs',
  async (orientation) => {
    const large = await jpegPhoto({ seed: 1, width: 800, height: 600, orientation });
    const scaled = await sharp(await createThumbnail(large.buffer, 320)).metadata();
    expect(scaled).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
    expect(scaled.orientation).toBeUndefined();
    const small = await jpegPhoto({ seed: 1, width: 200, height: 150, orientation });
    expect(await sharp(await createThumbnail(small.buffer, 320)).metadata()).toMatchObject({ width: 200 });
  },
);
