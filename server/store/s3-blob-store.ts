import { type BlobStore, requireBlobId } from './blob-store.ts';
import { type DirectBlobs, GET_SECONDS, PUT_SECONDS } from './direct-blobs.ts';
import { createS3Client, type S3Client, type S3Options, throwBucketUnavailable } from './s3-client.ts';

const CHECKSUM = 'x-amz-checksum-sha256';

/** Creates what an S3-compatible bucket offers to clients themselves. */
export function createS3DirectBlobs(client: S3Client): DirectBlobs {
  const { send, bucket } = client;
  const toSource = (key: string) => `/${encodeURIComponent(bucket)}/${key}`;
  const sendAndRead = async (...request: Parameters<S3Client['send']>) => {
    const response = await send(...request);
    const xml = await response.text().catch(throwBucketUnavailable);
    // S3 reports the error of a copy in a response with status 200, which it has started before.
    if (!response.ok || xml.includes('<Error>'))
      throwBucketUnavailable(new Error(`the bucket responded ${xml}`));
    return xml;
  };
  return {
    async signPut(key, { size, type, sha256 }) {
      const headers = {
        'content-type': type,
        ...(sha256 !== undefined && { [CHECKSUM]: Buffer.from(sha256, 'hex').toString('base64') }),
      };
      const signed = { ...headers, 'content-length': String(size) };
      const url = await client.sign('PUT', key, { headers: signed, expiresInSeconds: PUT_SECONDS });
      return { url, headers };
    },
    signGet(id, type) {
      const stepMs = GET_SECONDS * 500;
      return client.sign('GET', requireBlobId(id), {
        query: { 'response-content-type': type }, // the type of the record, whatever the object has
        from: Math.floor(Date.now() / stepMs) * stepMs,
        expiresInSeconds: GET_SECONDS,
      });
    },
    async getFacts(key) {
      const response = await send('HEAD', key, { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
      if (response.status === 404) return undefined;
      const checksum = response.headers.get(CHECKSUM);
      // The checksum of an object of several parts is that of its parts' checksums: "…-3".
      const isOfBytes = checksum !== null && !checksum.includes('-');
      return {
        size: Number(response.headers.get('content-length')),
        sha256: isOfBytes ? Buffer.from(checksum, 'base64').toString('hex') : undefined,
      };
    },
    async readRange(key, start, end) {
      const { body } = await send('GET', key, { headers: { range: `bytes=${start}-${end - 1}` } });
      return readBytes(body ?? [], end - start).catch(throwBucketUnavailable);
    },
    async open(key) {
      const { status, body } = await send('GET', key, { isStream: true });
      if (status !== 404) return body ?? undefined;
      await body?.cancel();
      return undefined;
    },
    async join(keys, target, type) {
      const [only, ...others] = keys;
      if (only !== undefined && others.length === 0) {
        await sendAndRead('PUT', target, { headers: { 'x-amz-copy-source': toSource(only) } });
        return;
      }
      const uploadId = readTag(
        await sendAndRead('POST', target, { query: { uploads: '' }, headers: { 'content-type': type } }),
        'UploadId',
      );
      try {
        const parts = await Promise.all(
          keys.map(async (key, index) => {
            const query = { partNumber: String(index + 1), uploadId };
            const copied = await sendAndRead('PUT', target, {
              query,
              headers: { 'x-amz-copy-source': toSource(key) },
            });
            return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${readTag(copied, 'ETag')}</ETag></Part>`;
          }),
        );
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        await sendAndRead('POST', target, {
          query: { uploadId },
          headers: { 'content-type': 'application/xml' },
          body,
        });
      } catch (error) {
        await send('DELETE', target, { query: { uploadId } }).catch(() => {}); // a rule of the bucket removes it later
        throw error;
      }
    },
    async remove(keys) {
      await Promise.all(
        keys.map(async (key) => {
          const response = await send('DELETE', key);
          await response.body?.cancel();
        }),
      );
    },
  };
}

/** Reads at most `size` bytes, into one buffer: `arrayBuffer()` of a response holds them twice. */
async function readBytes(
  chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  size: number,
): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let length = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, length); // throws if the bucket ignores the range
    length += chunk.byteLength;
  }
  return length === size ? bytes.buffer : bytes.buffer.slice(0, length);
}

/** Returns the text of an element, still escaped. */
function readTag(xml: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  return found ?? throwBucketUnavailable(new Error(`the bucket's response has no ${name}`));
}

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
