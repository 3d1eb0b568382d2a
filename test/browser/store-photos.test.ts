import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { deleteRaw, openRaw, promisifyRequest, waitForCommit } from '../fixtures/databases/raw.ts';

/** F9: browsers have lost and emptied stored IndexedDB values. Every photo is verified when it is read. */

let database: string;
let kerbside: Kerbside;
let inspectionId: string;
let imageId: string;

beforeEach(async () => {
  database = `photos-${crypto.randomUUID()}`;
  kerbside = await openKerbside({ user: { id: 'ada' }, database });
  inspectionId = (await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result;
  const photo = await browserPhoto({ seed: 1, width: 160, height: 120 });
  imageId = (await kerbside.images.addOne(inspectionId, { tasks: ['damage_detection'] }, photo)).result;
});
afterEach(async () => {
  kerbside.close();
  await deleteRaw(database);
});

/** Changes the stored bytes directly in the database. */
async function damage(change: (bytes: Uint8Array<ArrayBuffer>) => ArrayBuffer): Promise<void> {
  const raw = await openRaw(database);
  const transaction = raw.transaction('photos', 'readwrite');
  const photos = transaction.objectStore('photos');
  const photo = await promisifyRequest(photos.get(imageId));
  photos.put({ ...photo, bytes: change(new Uint8Array(photo.bytes)) });
  await waitForCommit(transaction);
  raw.close();
}

test('returns a photo unchanged, as an ArrayBuffer with its hash', async () => {
  const drawn = await (await browserPhoto({ seed: 1, width: 160, height: 120 })).arrayBuffer();
  const photo = await kerbside.images.photo(imageId);
  expect(photo.bytes).toBeInstanceOf(ArrayBuffer);
  expect(new Uint8Array(photo.bytes)).toEqual(new Uint8Array(drawn));
  expect(photo).toMatchObject({ type: 'image/jpeg', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test.each([
  {
    what: 'with one flipped bit',
    change: (bytes: Uint8Array<ArrayBuffer>) => {
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      return bytes.buffer;
    },
  },
  { what: 'that was emptied', change: () => new ArrayBuffer(0) },
  {
    what: 'that was cut short',
    change: (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1).buffer,
  },
  // Proves fault F9.
])('a photo $what rejects with photo_damaged, and its records stay readable', async ({ change }) => {
  await damage(change);
  await expect(kerbside.images.photo(imageId)).rejects.toMatchObject({
    name: 'KerbsideError',
    code: 'photo_damaged',
    retryable: false,
    details: { imageId },
  });
  expect((await kerbside.images.getOne(inspectionId, imageId)).result).toBe(imageId);
});

test('a missing photo rejects with not_found', async () => {
  const raw = await openRaw(database);
  const transaction = raw.transaction('photos', 'readwrite');
  transaction.objectStore('photos').delete(imageId);
  await waitForCommit(transaction);
  raw.close();
  await expect(kerbside.images.photo(imageId)).rejects.toMatchObject({ code: 'not_found' });
});
