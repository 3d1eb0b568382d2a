import { AwsClient } from 'aws4fetch';
import { KerbsideError } from '../../src/errors.ts';
import { type BlobStore, requireBlobId } from './blob-store.ts';

/** A bucket for photos and reports. */
export interface S3Options {
  /** URL of the storage service, without the bucket: `https://s3.eu-west-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** For all attempts together. Shorter than the idle limit of a Postgres transaction: a photo is stored inside one. */
const TIMEOUT_MS = 30_000;

/** Stores blobs in any S3-compatible bucket, addressed by path. S3 guarantees that a put is complete or absent. */
export function createS3BlobStore(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options,
  timeoutMs = TIMEOUT_MS,
): BlobStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const toUrl = (id: string) =>
    new URL(`${encodeURIComponent(bucket)}/${requireBlobId(id)}`, addTrailingSlash(endpoint));
  const send = async (method: string, id: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(toUrl(id).href, { method, signal, ...init }).catch(throwUnavailable);
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    return throwUnavailable(new Error(`the bucket responded ${response.status}`));
  };
  return {
    async put(id, bytes, type) {
      const response = await send('PUT', id, { body: bytes, headers: { 'content-type': type } });
      await response.body?.cancel();
    },
    async get(id) {
      const response = await send('GET', id);
      if (response.status !== 404) return response.arrayBuffer().catch(throwUnavailable);
      await response.body?.cancel();
      return undefined;
    },
    async delete(id) {
      const response = await send('DELETE', id);
      await response.body?.cancel();
    },
  };
}

function addTrailingSlash(endpoint: string): string {
  return endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
}

function throwUnavailable(cause: unknown): never {
  throw new KerbsideError('storage_unavailable', 'The bucket for photos is not available.', {
    cause,
    retryable: true,
  });
}
