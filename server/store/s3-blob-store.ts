import { AwsClient } from 'aws4fetch';
import { KerbsideError } from '../../src/errors.ts';
import { type BlobStore, requireBlobId } from './blob-store.ts';

export interface S3Options {
  /** Of the service, not of the bucket: `https://s3.eu-west-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** For all tries together. Shorter than Postgres lets a transaction be idle: a photo is put in the middle of one. */
const TIMEOUT_MS = 30_000;

/** Any bucket that speaks S3, addressed by path. A put is whole or not there: that is S3's own promise. */
export function createS3BlobStore(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options,
  timeoutMs = TIMEOUT_MS,
): BlobStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const urlOf = (id: string) =>
    new URL(`${encodeURIComponent(bucket)}/${requireBlobId(id)}`, withSlash(endpoint));
  const send = async (method: string, id: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(urlOf(id).href, { method, signal, ...init }).catch(unreachable);
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    throw unreachable(new Error(`the bucket answered ${response.status}`));
  };
  return {
    async put(id, bytes, type) {
      const response = await send('PUT', id, { body: bytes, headers: { 'content-type': type } });
      await response.body?.cancel();
    },
    async get(id) {
      const response = await send('GET', id);
      if (response.status !== 404) return response.arrayBuffer().catch(unreachable);
      await response.body?.cancel();
      return undefined;
    },
    async delete(id) {
      const response = await send('DELETE', id);
      await response.body?.cancel();
    },
  };
}

function withSlash(endpoint: string): string {
  return endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
}

function unreachable(cause: unknown): never {
  throw new KerbsideError('storage_unavailable', 'The bucket of photos can not be used.', {
    cause,
    retryable: true,
  });
}
