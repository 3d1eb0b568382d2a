import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../start-service.ts';
import { createS3BlobStore } from '../store/s3-blob-store.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { type S3Server, startS3Server } from '../test-support/s3-server.ts';
import { startService } from '../test-support/start-service.ts';
import { UPLOADED } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let bucket: S3Server;
let service: RunningService;
let client: PlainClient;
let photo: Uint8Array<ArrayBuffer>;
const log: string[] = [];

beforeAll(async () => {
  bucket = await startS3Server();
  service = await startService({ s3: bucket.options, log: (line) => log.push(line) });
  client = await createPlainClient(service, { id: 'ada' });
  photo = await smallPhoto();
});
afterEach(() => log.splice(0));
afterAll(async () => {
  await service.close();
  await bucket.stop();
});

const createInspection = async (): Promise<string> =>
  (await client.post('/inspections', { tasks: {} })).json.id;
const addPhoto = (inspectionId: string, key: string) =>
  client.post(
    `/inspections/${inspectionId}/images`,
    createForm({ acquisition: UPLOADED }, { image: photo }),
    { 'Idempotency-Key': key },
  );
const listImages = async (inspectionId: string): Promise<{ id: string }[]> =>
  (await client.get(`/inspections/${inspectionId}`)).json.images;

it('makes photos unavailable and nothing else; a photo is stored once, after the bucket is back', async () => {
  const earlier = await createInspection();
  await addPhoto(earlier, 'before');
  const [image] = await listImages(earlier);
  await bucket.kill();
  const id = await createInspection();
  const response = await addPhoto(id, 'while-gone');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(JSON.stringify(response.json)).not.toContain(new URL(bucket.options.endpoint).port);
  expect(log.join()).toMatch(/The bucket for photos is not available/);
  expect(await listImages(id)).toEqual([]);
  expect((await client.get(`/images/${image?.id}/photo`)).status).toBe(503); // not 404: it exists
  await bucket.restart();
  expect((await addPhoto(id, 'while-gone')).status).toBe(200);
  expect((await addPhoto(id, 'while-gone')).status).toBe(200); // the response was lost, and the client repeats
  const images = await listImages(id);
  expect(images).toHaveLength(1);
  const stored = await client.get(`/images/${images[0]?.id}/photo`);
  expect(new Uint8Array(stored.bytes)).toEqual(photo);
});

it('abandons a bucket that accepts connections and does not respond', async () => {
  const blobs = createS3BlobStore(bucket.options, 500);
  const id = crypto.randomUUID();
  bucket.freeze();
  await expect(blobs.put(id, photo.slice().buffer, 'image/jpeg')).rejects.toMatchObject({
    code: 'storage_unavailable',
    retryable: true,
  });
  bucket.thaw();
  await createS3BlobStore(bucket.options).put(id, photo.slice().buffer, 'image/jpeg');
  expect(await blobs.get(id)).toEqual(photo.slice().buffer);
});
