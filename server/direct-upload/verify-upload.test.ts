import { expect, it } from 'vitest';
import { createPhotoMemory } from '../photo-memory.ts';
import type { DirectBlobs } from '../store/direct-blobs.ts';
import { verifyUpload } from './verify-upload.ts';

it('is unavailable, and keeps the photo, if the bucket ends its response while the photo is hashed', async () => {
  const removed: string[] = [];
  const broken = new ReadableStream<Uint8Array>({
    pull: (stream) => stream.error(new TypeError('terminated')),
  });
  const direct: Partial<DirectBlobs> = {
    getFacts: async () => ({ size: 9, sha256: undefined }),
    open: async () => broken,
    remove: async (keys) => void removed.push(...keys),
  };
  const row = { id: 'upload', blobId: 'copy', size: 9, type: 'image/jpeg', sha256: 'ab' };
  const memory = createPhotoMemory({ maxBytes: 100, maxRequests: 1 });
  await expect(verifyUpload(row, { direct: direct as DirectBlobs, memory })).rejects.toMatchObject({
    code: 'storage_unavailable',
    retryable: true,
  });
  expect(removed).toEqual([]);
});
