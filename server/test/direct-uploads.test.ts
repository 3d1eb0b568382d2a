import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { removeAbandonedUploads } from '../direct-upload/upload-rows.ts';
import type { RunningService } from '../index.ts';
import { openStorage, type Storage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { type S3Server, startS3Server } from '../test-support/s3-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

// The bucket is a server that nobody here wrote. It checks signatures and the signed headers, and computes no checksums.

interface Part {
  offset: number;
  size: number;
  url: string;
  headers: Record<string, string>;
}

let bucket: S3Server;
let storage: Storage;
let service: RunningService;
let ada: PlainClient;
let ben: PlainClient;
let photo: Uint8Array<ArrayBuffer>;
let inspectionId: string;

beforeAll(async () => {
  bucket = await startS3Server();
  const options = { s3: bucket.options, log: () => {} };
  storage = await openStorage(options, () => openReusedDatabase());
  service = await startServiceOn(storage, options);
  ada = await createPlainClient(service, { id: 'ada', organizationId: 'fleet' });
  ben = await createPlainClient(service, { id: 'ben', organizationId: 'fleet' });
  photo = await smallPhoto(1, 64, 48);
});
afterAll(async () => {
  await service.close();
  await bucket.stop();
});
beforeEach(async () => {
  inspectionId = (await ada.post('/inspections', { tasks: { damage_detection: {} } })).json.id;
});

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const declare = (bytes: Uint8Array, type = 'image/jpeg') => ({
  size: bytes.byteLength,
  type,
  sha256: hash(bytes),
});
const uploadsPath = () => `/inspections/${inspectionId}/uploads`;
const start = (body: object, key = 'operation-1', client = ada) =>
  client.post(uploadsPath(), body, { 'Idempotency-Key': key });
const put = ({ url, headers, offset, size }: Part, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(url, { method: 'PUT', headers, body: bytes.subarray(offset, offset + size) });
const create = (uploadId: string, body: object = {}, client = ada, key?: string) =>
  client.post(
    `/inspections/${inspectionId}/images`,
    { acquisition: { strategy: 'direct_upload', upload_id: uploadId }, ...body },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );

async function upload(bytes: Uint8Array<ArrayBuffer>, type?: string, key?: string): Promise<string> {
  const { status, json } = await start(declare(bytes, type), key);
  expect([status, json.message]).toEqual([200, undefined]);
  for (const part of json.parts as Part[]) expect((await put(part, bytes)).status).toBe(200);
  return json.id;
}

/** Names of the objects in the bucket, without the files in which the server stores their metadata. */
async function listObjects(): Promise<string[]> {
  const names = await readdir(bucket.folder);
  return names
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.replace('._S3rver_object', ''));
}

describe('an upload', () => {
  it('becomes the photo of an image, and reads back as it was sent', async () => {
    const { status, json, headers } = await create(await upload(photo), {
      name: 'left',
      tasks: ['damage_detection'],
    });
    expect([status, json.message]).toEqual([200, undefined]);
    expect(headers.get('Kerbside-Uploads')).toBe('direct');
    expect(json).toMatchObject({
      name: 'left',
      binary_size: photo.byteLength,
      image_width: 64,
      image_height: 48,
      mimetype: 'image/jpeg',
      sha256: hash(photo),
    });
    const read = await ada.get(`/images/${json.id}/photo`);
    expect(hash(new Uint8Array(read.bytes))).toBe(hash(photo));
    expect(read.headers.get('content-type')).toBe('image/jpeg');
  });

  it('of more than 16 MB has parts, and continues with those that are missing', async () => {
    const large = new Uint8Array(17_000_000); // phones append videos to photos
    large.set(photo);
    large.set([0xff, 0xd9], large.length - 2);
    const { json: first } = await start(declare(large));
    expect(first.parts.map(({ size }: Part) => size)).toEqual([5_242_880, 5_242_880, 5_242_880, 1_271_360]);
    await put(first.parts[0], large);
    await put(first.parts[2], large);

    const { json: again } = await start(declare(large));
    expect(again.id).toBe(first.id);
    expect(again.parts.map(({ offset }: Part) => offset)).toEqual([5_242_880, 15_728_640]);
    expect((await create(first.id)).status).toBe(409); // incomplete
    for (const part of again.parts) expect((await put(part, large)).status).toBe(200);

    const { status, json } = await create(first.id);
    expect([status, json.binary_size]).toEqual([200, 17_000_000]);
    const read = await ada.get(`/images/${json.id}/photo`);
    expect(hash(new Uint8Array(read.bytes))).toBe(hash(large));
  });

  it('leaves no objects but those of images', async () => {
    const before = new Set(await listObjects());
    await create(await upload(photo));
    expect((await listObjects()).filter((name) => !before.has(name))).toHaveLength(1);
  });

  it('is used once: a second image gets a conflict, a repeated request the first response', async () => {
    const id = await upload(photo);
    const first = await create(id, {}, ada, 'create-1');
    const repeated = await create(id, {}, ada, 'create-1');
    expect(repeated.json).toEqual(first.json);
    expect((await create(id)).status).toBe(409);
    const { json } = await ada.get(`/inspections/${inspectionId}/images`);
    expect(json.data).toHaveLength(1);
  });

  it('is used once by two requests at the same time', async () => {
    const id = await upload(photo);
    const responses = await Promise.all([create(id), create(id), create(id)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { json } = await ada.get(`/inspections/${inspectionId}/images`);
    expect(json.data).toHaveLength(1);
  });
});

describe('the URL of an upload', () => {
  it.each<[string, (part: Part) => [string, RequestInit]]>([
    ['another size', ({ url, headers }) => [url, { headers, body: photo.subarray(1) }]],
    [
      'another type',
      ({ url, headers }) => [url, { headers: { ...headers, 'content-type': 'text/html' }, body: photo }],
    ],
    [
      'another hash',
      ({ url, headers }) => [url, { headers: { ...headers, 'x-amz-checksum-sha256': 'x' }, body: photo }],
    ],
    ['another key', ({ url, headers }) => [url.replace(/photos\/./, 'photos/0a'), { headers, body: photo }]],
    [
      'a later expiry',
      ({ url, headers }) => [url.replace('Expires=3600', 'Expires=36000'), { headers, body: photo }],
    ],
    ['another method', ({ url, headers }) => [url, { headers, method: 'DELETE' }]],
  ])('does not work for %s', async (_, change) => {
    const { json } = await start(declare(photo));
    const [url, init] = change(json.parts[0]);
    expect((await fetch(url, { method: 'PUT', ...init })).status).toBe(403);
  });

  it('expires after an hour', async () => {
    const { json } = await start(declare(photo));
    expect(new URL(json.parts[0].url).searchParams.get('X-Amz-Expires')).toBe('3600');
  });

  it('cannot change a photo that an image has', async () => {
    const { json } = await start(declare(photo));
    await put(json.parts[0], photo);
    const image = await create(json.id);
    const other = new Uint8Array(photo.byteLength);
    await put(json.parts[0], other); // this bucket does not check the hash
    const read = await ada.get(`/images/${image.json.id}/photo`);
    expect(hash(new Uint8Array(read.bytes))).toBe(hash(photo));
  });
});

describe('an image is not created', () => {
  it('if the upload belongs to another user, or to another inspection', async () => {
    const id = await upload(photo);
    expect((await create(id, {}, ben)).status).toBe(409);
    const other = (await ada.post('/inspections', { tasks: {} })).json.id;
    const acquisition = { strategy: 'direct_upload', upload_id: id };
    expect((await ada.post(`/inspections/${other}/images`, { acquisition })).status).toBe(409);
    expect((await create(id)).status).toBe(200);
    expect((await create(`${id}\u0000`)).status).toBe(409);
  });

  // Proves fault F28.
  it('if nothing was uploaded, or other bytes', async () => {
    const { json } = await start(declare(photo));
    expect((await create(json.id)).status).toBe(409);
    const other = photo.slice();
    other[other.length - 3] = (other.at(-3) ?? 0) ^ 1;
    await put(json.parts[0], other);
    expect((await create(json.id)).status).toBe(409);
    const again = await start(declare(photo));
    expect(again.json.parts).toHaveLength(1);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
  ])('of %s that is declared as a JPEG', async (_, text) => {
    const bytes = new TextEncoder().encode(text.padEnd(400_000));
    const { status, json } = await create(await upload(bytes));
    expect([status, json.code]).toEqual([422, 'photo_invalid']);
  });

  it('of a JPEG that is declared as a PNG', async () => {
    const { status, json } = await create(await upload(photo, 'image/png'));
    expect([status, json.code]).toEqual([422, 'photo_invalid']);
  });

  it('if the photo is to be rotated: that would change its bytes', async () => {
    const id = await upload(photo);
    expect((await create(id, { rotate_image_before_upload: 'CLOCKWISE_90' })).status).toBe(400);
  });
});

describe('an upload is not started', () => {
  it.each([
    ['for a type that is not a photo', { type: 'image/svg+xml' }, 400],
    ['for a negative size', { size: -1 }, 400],
    ['for more bytes than a photo may have', { size: 60_000_000 }, 413],
    ['without a hash', { sha256: undefined }, 400],
  ])('%s', async (_, change, status) => {
    expect((await start({ ...declare(photo), ...change })).status).toBe(status);
  });

  it('for an inspection of somebody else', async () => {
    const eve = await createPlainClient(service, { id: 'eve' });
    expect((await start(declare(photo), 'key', eve)).status).toBe(404);
  });
});

describe('a link to a photo or report', () => {
  it('redirects to the bucket, which returns the file without a token', async () => {
    const image = (await create(await upload(photo))).json;
    const redirect = await fetch(image.path, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(new URL(redirect.headers.get('location') ?? '').origin).toBe(bucket.options.endpoint);
    const read = await fetch(image.path);
    expect(read.headers.get('content-type')).toBe('image/jpeg');
    expect(hash(new Uint8Array(await read.arrayBuffer()))).toBe(hash(photo));

    const pdf = createForm({ pdf_post_strategy: 'upload' }, { pdf_data: '%PDF-1.7 of ours' });
    await ada.post(`/inspections/${inspectionId}/pdf`, pdf);
    const { json } = await ada.get(`/inspections/${inspectionId}/pdf`);
    const report = await fetch(json.pdf_url);
    expect([report.redirected, report.headers.get('content-type')]).toEqual([true, 'application/pdf']);
    expect(await report.text()).toBe('%PDF-1.7 of ours');
  });

  it('does not redirect after the inspection was deleted', async () => {
    const image = (await create(await upload(photo))).json;
    await ada.delete(`/inspections/${inspectionId}`);
    expect((await fetch(image.path, { redirect: 'manual' })).status).toBe(404);
  });
});

it('an upload that is not used for a day is removed', async () => {
  const { direct } = storage.blobs;
  if (!direct) throw new Error('A bucket offers uploads.');
  await removeAbandonedUploads(storage.database, direct, 0);
  const before = await listObjects();
  const id = await upload(photo);
  expect(await removeAbandonedUploads(storage.database, direct)).toBe(0);
  expect(await listObjects()).toHaveLength(before.length + 1);
  expect(await removeAbandonedUploads(storage.database, direct, 0)).toBe(1);
  expect(await listObjects()).toEqual(before);
  expect((await create(id)).status).toBe(409);
});
