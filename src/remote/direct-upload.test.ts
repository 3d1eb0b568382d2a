import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningService } from '../../server/index.ts';
import { type S3Server, startS3Server } from '../../server/test-support/s3-server.ts';
import { startService } from '../../server/test-support/start-service.ts';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { createRemoteClient, type RemoteClient } from './client.ts';
import { mayHaveApplied } from './response-error.ts';
import type { Fetch } from './transport.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

// The real service, with a bucket that nobody here wrote.

let bucket: S3Server;
let service: RunningService;
let token: string;
let photo: Blob;
let client: RemoteClient;
let inspectionId: string;
/** Method and path of each request. */
const requests: string[] = [];
/** Responds in place of the bucket. */
let bucketFault: ((...request: Parameters<Fetch>) => Response | Promise<Response>) | undefined;

const observingFetch: Fetch = async (url, init) => {
  const isBucket = url.startsWith(bucket.options.endpoint);
  requests.push(`${init.method} ${isBucket ? 'bucket' : new URL(url).pathname.split('/').at(-1)}`);
  return isBucket && bucketFault ? bucketFault(url, init) : fetch(url, init);
};

/** A JPEG of this size. Phones append videos to photos. */
async function createPhoto(size: number): Promise<Blob> {
  const bytes = new Uint8Array(size);
  bytes.set(await smallPhoto(1, 64, 48));
  bytes.set([0xff, 0xd9], size - 2);
  return new Blob([bytes], { type: 'image/jpeg' });
}

beforeAll(async () => {
  bucket = await startS3Server();
  service = await startService({ s3: bucket.options });
  token = await service.tokenFor({ id: 'ada' });
  photo = await createPhoto(100_000);
});
afterAll(async () => {
  await service.close();
  await bucket.stop();
});
beforeEach(async () => {
  client = createRemoteClient({ baseUrl: service.url, getToken: () => token, fetch: observingFetch });
  inspectionId = (await client.inspections.createOne({ tasks: {} })).result;
  requests.length = 0;
  bucketFault = undefined;
});

const add = (blob = photo) =>
  client.calls.addImage(inspectionId, { tasks: [] }, blob, { idempotencyKey: inspectionId });

describe('a client of a service with a bucket', () => {
  it('sends the photo to the bucket, and the service gets no bytes', async () => {
    const { id } = await add();
    expect(requests).toEqual(['POST uploads', 'PUT bucket', 'POST images']);
    const { bytes } = await client.images.photo(id);
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await photo.arrayBuffer()));
  });

  // Proves fault F28.
  it('continues an upload of parts where it stopped', async () => {
    const large = await createPhoto(17_000_000);
    let puts = 0;
    bucketFault = (url, init) => {
      puts += 1;
      return puts === 3 ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init);
    };
    const failed = await add(large).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'remote_unavailable' });
    expect(mayHaveApplied(failed)).toBe(false);
    requests.length = 0;
    const { id } = await add(large);
    expect(requests).toEqual(['POST uploads', 'PUT bucket', 'PUT bucket', 'POST images']);
    expect((await client.images.photo(id)).bytes.byteLength).toBe(17_000_000);
  });

  // Proves fault F28.
  it('sends a form after the bucket failed 3 times', async () => {
    bucketFault = () => new Response('', { status: 403 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(add()).rejects.toMatchObject({ code: 'remote_unavailable', details: { status: 403 } });
    }
    requests.length = 0;
    await add();
    expect(requests).toEqual(['POST images']);
  });

  it('sends a small photo as a form', async () => {
    await add(await createPhoto(20_000));
    expect(requests).toEqual(['POST images']);
  });

  it('does not follow a redirect of the bucket', async () => {
    bucketFault = () => {
      const response = new Response('');
      Object.defineProperties(response, {
        redirected: { value: true },
        url: { value: 'https://portal.example/' },
      });
      return response;
    };
    const error = await add().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'remote_unavailable' });
    expect(String(error)).not.toContain('X-Amz-Signature');
  });

  it('treats an upload that is gone as in doubt: it may have been used by a repeated request', async () => {
    const before = createRemoteClient({
      baseUrl: service.url,
      getToken: () => token,
      fetch: async (url, init) => {
        // As the browser may: sends the create twice. The service has no key to recognize it by.
        const { 'Idempotency-Key': _key, ...headers } = init.headers as Record<string, string>;
        if (init.method === 'POST' && url.endsWith('/images'))
          await (await fetch(url, { ...init, headers })).text();
        return fetch(url, { ...init, headers });
      },
    });
    await before.inspections.getOne(inspectionId);
    const error = await before.calls
      .addImage(inspectionId, { tasks: [] }, photo)
      .catch((cause: unknown) => cause);
    expect(mayHaveApplied(error)).toBe(true);
    expect((await client.images.getMany(inspectionId)).data).toHaveLength(1);
  });
});

it('a client of a service without a bucket sends forms', async () => {
  const plain = await startService();
  const plainToken = await plain.tokenFor({ id: 'ada' });
  const paths: string[] = [];
  const formClient = createRemoteClient({
    baseUrl: plain.url,
    getToken: () => plainToken,
    fetch: (url, init) => {
      paths.push(`${init.method} ${new URL(url).pathname.split('/').at(-1)}`);
      return fetch(url, init);
    },
  });
  const { result } = await formClient.inspections.createOne({ tasks: {} });
  paths.length = 0;
  await formClient.calls.addImage(result, { tasks: [] }, photo);
  expect(paths).toEqual(['POST images']);
  await plain.close();
});
