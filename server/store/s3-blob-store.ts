import { type BlobStore, requireBlobId } from './blob-store.ts';
import { type DirectBlobs, GET_SECONDS, PUT_SECONDS } from './direct-blobs.ts';
import { createS3Client, type S3Client, type S3Options, throwBucketUnavailable } from './s3-client.ts';

const CHECKSUM = 'x-amz-checksum-sha256';

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
    ...((options.direct ?? true) && { direct: new S3DirectBlobs(client) }),
  };
}

/** The operations of an S3-compatible bucket for clients themselves. */
class S3DirectBlobs implements DirectBlobs {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async signPut(key: string, { size, type, sha256 }: Parameters<DirectBlobs['signPut']>[1]) {
    const headers = {
      'content-type': type,
      ...(sha256 !== undefined && { [CHECKSUM]: Buffer.from(sha256, 'hex').toString('base64') }),
    };
    const signed = { ...headers, 'content-length': String(size) };
    const url = await this.#client.sign('PUT', key, { headers: signed, expiresInSeconds: PUT_SECONDS });
    return { url, headers };
  }

  signGet(id: string, type: string) {
    const stepMs = GET_SECONDS * 500;
    return this.#client.sign('GET', requireBlobId(id), {
      query: { 'response-content-type': type }, // the type of the record, whatever the object has
      from: Math.floor(Date.now() / stepMs) * stepMs,
      expiresInSeconds: GET_SECONDS,
    });
  }

  async getFacts(key: string) {
    const response = await this.#client.send('HEAD', key, { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    if (response.status === 404) return undefined;
    const checksum = response.headers.get(CHECKSUM);
    // The checksum of an object of several parts is that of its parts' checksums: "…-3".
    const isOfBytes = checksum !== null && !checksum.includes('-');
    return {
      size: Number(response.headers.get('content-length')),
      sha256: isOfBytes ? Buffer.from(checksum, 'base64').toString('hex') : undefined,
    };
  }

  async readRange(key: string, start: number, end: number) {
    const { body } = await this.#client.send('GET', key, { headers: { range: `bytes=${start}-${end - 1}` } });
    return readBytes(body ?? [], end - start).catch(throwBucketUnavailable);
  }

  async open(key: string) {
    const { status, body } = await this.#client.send('GET', key, { isStream: true });
    if (status !== 404) return body ?? undefined;
    await body?.cancel();
    return undefined;
  }

  async join(keys: readonly string[], target: string, type: string) {
    const [only, ...others] = keys;
    if (only !== undefined && others.length === 0) {
      await this.#sendAndRead('PUT', target, { headers: this.#copyFrom(only) });
      return;
    }
    const started = await this.#sendAndRead('POST', target, {
      query: { uploads: '' },
      headers: { 'content-type': type },
    });
    const uploadId = readTag(started, 'UploadId');
    try {
      const parts = await Promise.all(
        keys.map((key, index) => this.#copyPart(key, target, index + 1, uploadId)),
      );
      await this.#sendAndRead('POST', target, {
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      });
    } catch (error) {
      await this.#client.send('DELETE', target, { query: { uploadId } }).catch(() => {}); // a rule of the bucket removes it later
      throw error;
    }
  }

  async remove(keys: readonly string[]) {
    await Promise.all(
      keys.map(async (key) => {
        const response = await this.#client.send('DELETE', key);
        await response.body?.cancel();
      }),
    );
  }

  /** Copies an object as a part of an upload. Returns the part as its completion lists it. */
  async #copyPart(key: string, target: string, number: number, uploadId: string): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    const copied = await this.#sendAndRead('PUT', target, { query, headers: this.#copyFrom(key) });
    return `<Part><PartNumber>${number}</PartNumber><ETag>${readTag(copied, 'ETag')}</ETag></Part>`;
  }

  #copyFrom(key: string) {
    return { 'x-amz-copy-source': `/${encodeURIComponent(this.#client.bucket)}/${key}` };
  }

  async #sendAndRead(...request: Parameters<S3Client['send']>): Promise<string> {
    const response = await this.#client.send(...request);
    const xml = await response.text().catch(throwBucketUnavailable);
    // S3 reports the error of a copy in a response with status 200, which it has started before.
    if (!response.ok || xml.includes('<Error>'))
      throwBucketUnavailable(new Error(`the bucket responded ${xml}`));
    return xml;
  }
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
