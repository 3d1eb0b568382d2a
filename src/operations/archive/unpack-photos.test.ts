import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { stateOf } from '../../../test/fixtures/databases/records.ts';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ImageRecord } from '../../rules/state.ts';
import type { Archive } from './unpack-archive.ts';
import { measurePhotos, unpackPhotos } from './unpack-photos.ts';
import { ZipReader } from './zip-reader.ts';

const MiB = 1024 * 1024;
const limits = { photoBytes: 50 * MiB, zipBytes: 10_000 };

let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  jpeg = await smallPhoto();
});

/** An export of one photo, whose records state what `image` states. */
async function exportOf(bytes: Uint8Array<ArrayBuffer>, image: Partial<ImageRecord> = {}) {
  const hash = await sha256(bytes.buffer);
  const record = { imageWidth: 64, imageHeight: 48, mimetype: 'image/jpeg', ...image };
  const archive = {
    state: { ...stateOf('a'), images: [{ id: 'a-1', sha256: hash, ...record } as ImageRecord] },
    photos: [{ imageId: 'a-1', inspectionId: 'a', type: record.mimetype, sha256: hash, packedSha256: hash }],
    hash,
  } satisfies Archive;
  const zip = await ZipReader.open(new Blob([new Uint8Array(zipSync({ 'photos/a-1': bytes }))]));
  return { archive, zip };
}

test('a photo is returned with the type of its header', async () => {
  const { archive, zip } = await exportOf(jpeg);
  archive.photos[0] = { ...archive.photos[0], type: 'text/html' } as (typeof archive.photos)[number];
  expect(measurePhotos(zip, archive, limits)).toBe(jpeg.length);
  const [photo] = await unpackPhotos(zip, archive, limits, sha256);
  expect(photo).toMatchObject({ imageId: 'a-1', inspectionId: 'a', type: 'image/jpeg' });
  expect(new Uint8Array(photo?.bytes ?? new ArrayBuffer())).toEqual(jpeg);
});

describe('a photo is rejected if it is', () => {
  test.each([
    ['an SVG', strToU8('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'an SVG'],
    ['a web page', strToU8('<!doctype html><script>1</script>'), 'not an image'],
    ['empty', new Uint8Array(), 'empty'],
    ['zeros', new Uint8Array(MiB), 'not an image'],
  ])('%s', async (_what, bytes, message) => {
    const { archive, zip } = await exportOf(new Uint8Array(bytes));
    await expect(unpackPhotos(zip, archive, limits, sha256)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['of another width', { imageWidth: 65 }],
    ['of another type', { mimetype: 'image/png' }],
    ['of another hash', { sha256: '0'.repeat(64) }],
  ])('%s than its record states', async (_what, image) => {
    const { archive, zip } = await exportOf(jpeg, image);
    await expect(unpackPhotos(zip, archive, limits, sha256)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('larger than the limit of this device', async () => {
    const { archive, zip } = await exportOf(jpeg);
    expect(() => measurePhotos(zip, archive, { ...limits, photoBytes: jpeg.length - 1 })).toThrow(
      'more than',
    );
  });

  test('missing', async () => {
    const { archive } = await exportOf(jpeg);
    const empty = await ZipReader.open(new Blob([new Uint8Array(zipSync({ other: jpeg }))]));
    expect(() => measurePhotos(empty, archive, limits)).toThrow('the photo of image a-1 is missing');
  });
});

test('a photo that the exporting device had damaged is neither unpacked nor missed', async () => {
  const { archive } = await exportOf(jpeg);
  const [photo] = archive.photos;
  const damaged = { ...archive, photos: [{ ...photo, packedSha256: '0'.repeat(64) }] } as Archive;
  const empty = await ZipReader.open(new Blob([new Uint8Array(zipSync({ other: jpeg }))]));
  expect(measurePhotos(empty, damaged, limits)).toBe(0);
  expect(await unpackPhotos(empty, damaged, limits, sha256)).toEqual([]);
});

test('a zip of 2 MB that states 2 GiB of photos is rejected before anything is unpacked', async () => {
  const { archive, zip } = await exportOf(jpeg);
  const sizes = Array.from({ length: 41 }, () => 50 * MiB);
  const bomb = { sizeOf: () => sizes[0], read: () => Promise.reject(new Error('unpacked')) };
  const photos = sizes.map((_, n) => ({ ...archive.photos[0], imageId: `a-${n}` }));
  const many = { ...archive, photos } as Archive;
  expect(() => measurePhotos(bomb as unknown as ZipReader, many, { ...limits, zipBytes: 2_000_000 })).toThrow(
    'unpack to more than',
  );
  expect(zip.sizeOf('photos/a-1')).toBe(jpeg.length);
});
