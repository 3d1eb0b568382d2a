import { type BlobStore, requireBlobId } from './blob-store.ts';
import { createS3Client, type S3Options, throwBucketUnavailable } from './s3-client.ts';
import { createS3DirectBlobs } from './s3-direct-blobs.ts';

/** Stores blobs in any S3-compatible bucket, addressed by path. S3 guarantees that a put is complete or absent. */
export function createS3BlobStore(options: S3Options, timeoutMs?: number): BlobStore {
  const client = createS3Client(options, timeoutMs);
  return {
    async put(id, bytes, type) {
      const headers = { 'content-type': type };
      const response = await client.send('PUT', requireBlobId(id), { body: bytes, headers });
      await response.body?.cancel();
    },
    async get(id) {
      const response = await client.send('GET', requireBlobId(id));
      if (response.status !== 404) return response.arrayBuffer().catch(throwBucketUnavailable);
      await response.body?.cancel();
      return undefined;
    },
    async delete(id) {
      const response = await client.send('DELETE', requireBlobId(id));
      await response.body?.cancel();
    },
    ...((options.direct ?? true) && { direct: createS3DirectBlobs(client) }),
  };
}
