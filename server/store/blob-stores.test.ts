import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { createMemoryBlobStore } from './blob-store.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

function conformance(name: string, open: () => BlobStore): void {
  describe(name, () => {
    it('returns a blob until it is deleted', async () => {
      const blobs = open();
      const id = crypto.randomUUID();
      expect(await blobs.get(id)).toBeUndefined();
      await blobs.put(id, bytesOf(0, 255, 13, 10), 'image/jpeg');
      expect(await blobs.get(id)).toStrictEqual(bytesOf(0, 255, 13, 10));
      await blobs.delete(id);
      await blobs.delete(id);
      expect(await blobs.get(id)).toBeUndefined();
    });
  });
}

conformance('in memory', createMemoryBlobStore);

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-blobs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  conformance('as a blob store', () => createFolderBlobStore(folder));

  it('leaves no partial file after a failed write', async () => {
    const full = join(folder, 'full');
    await writeFile(full, 'a file instead of a folder');
    await expect(
      createFolderBlobStore(full).put(crypto.randomUUID(), bytesOf(1), 'image/jpeg'),
    ).rejects.toThrow();
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each(['../../etc/passwd', '', 'photo.jpg', '/etc/passwd'])(
    'does not accept "%s" as an id',
    async (id) => {
      await expect(
        (async () => createFolderBlobStore(folder).put(id, bytesOf(1), 'image/jpeg'))(),
      ).rejects.toThrow(/not a blob id/);
    },
  );
});

describe('a bucket', () => {
  const objects = new Map<string, Buffer>();
  const requests: { authorization: string; date: string; hash: string }[] = [];
  let fails = 0;
  let bucket: Server;
  let endpoint: string;
  beforeAll(async () => {
    bucket = createServer(async (message, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
      const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = message.headers;
      requests.push({ authorization, date: String(date), hash: String(hash) });
      const key = message.url ?? '';
      if (fails-- > 0) response.statusCode = 503;
      else if (message.method === 'PUT') objects.set(key, Buffer.concat(chunks));
      else if (message.method === 'DELETE') objects.delete(key);
      else if (!objects.has(key)) response.statusCode = 404;
      response.end(message.method === 'GET' ? objects.get(key) : undefined);
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const address = bucket.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(() => bucket.close());

  const open = (at = endpoint, timeoutMs?: number) =>
    createS3BlobStore(
      {
        endpoint: at,
        bucket: 'photos',
        region: 'eu-west-1',
        accessKeyId: 'AKID',
        secretAccessKey: 'SECRET',
      },
      timeoutMs,
    );
  conformance('as a blob store', () => open());

  it('gets requests with a version 4 signature of the key and region', async () => {
    const id = crypto.randomUUID();
    await open().put(id, bytesOf(1, 2, 3), 'image/jpeg');
    expect(objects.has(`/photos/${id}`)).toBe(true);
    expect(requests.at(-1)?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
    );
    const unsigned = 'UNSIGNED-PAYLOAD';
    expect([
      unsigned,
      createHash('sha256')
        .update(Buffer.from([1, 2, 3]))
        .digest('hex'),
    ]).toContain(requests.at(-1)?.hash);
  });

  it('gets a retry after 503; a persistent failure throws storage_unavailable', async () => {
    const id = crypto.randomUUID();
    fails = 1;
    await open().put(id, bytesOf(1), 'image/jpeg');
    expect(objects.has(`/photos/${id}`)).toBe(true);
    fails = 100;
    await expect(open().get(id)).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true });
    fails = 0;
  });

  it.each([
    ['a bucket that never responds', () => {}],
    [
      'a bucket that stops in the middle of a photo',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 9 }).write('half'),
    ],
  ])('%s times out', async (_, respond) => {
    const stuck = createServer((_message, response) => void respond(response));
    await new Promise<void>((resolve) => stuck.listen(0, '127.0.0.1', resolve));
    const blobs = open(`http://127.0.0.1:${(stuck.address() as AddressInfo).port}`, 50);
    await expect(blobs.get(crypto.randomUUID())).rejects.toMatchObject({ code: 'storage_unavailable' });
    stuck.closeAllConnections();
    stuck.close();
  });
});
