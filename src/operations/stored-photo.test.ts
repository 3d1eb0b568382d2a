import { describe, expect, test } from 'vitest';
import { commitOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import { sha256 } from '../platform/sha256.ts';
import { readStoredPhoto } from './stored-photo.ts';
import { createTestHost } from './test-host.suite.ts';

async function createStored(hash?: string) {
  const host = createTestHost();
  const photo = photoOf('a', 'a-1', [1, 2, 3]);
  photo.sha256 = hash ?? (await sha256(photo.bytes));
  await host.store.commit(commitOf(stateOf('a'), { photos: [photo] }));
  return { host, photo };
}

describe('readStoredPhoto', () => {
  test('returns bytes that match their hash', async () => {
    const { host, photo } = await createStored();
    const { bytes, type, sha256: hash } = photo;
    expect(await readStoredPhoto(host, 'a-1')).toStrictEqual({ bytes, type, sha256: hash });
  });

  test('throws photo_damaged if the bytes do not match their hash', async () => {
    const { host } = await createStored('0'.repeat(64));
    await expect(readStoredPhoto(host, 'a-1')).rejects.toMatchObject({
      code: 'photo_damaged',
      details: { imageId: 'a-1', bytes: 3, expected: '0'.repeat(64) },
    });
  });

  test('throws photo_unavailable with the remote id if the photo was sent and then dropped', async () => {
    const { host } = await createStored();
    const remoteId = { localId: 'a-1', remoteId: 'r-1', inspectionId: 'a', kind: 'image' } as const;
    await host.store.record([{ type: 'map', remoteId }]);
    await host.store.dropPhoto('a-1');
    await expect(readStoredPhoto(host, 'a-1')).rejects.toMatchObject({
      code: 'photo_unavailable',
      details: { remoteId: 'r-1' },
    });
  });

  test('throws not_found if there is no photo', async () => {
    const { host } = await createStored();
    await expect(readStoredPhoto(host, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
});
