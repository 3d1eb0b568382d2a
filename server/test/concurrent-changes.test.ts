import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { UPLOADED } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

it('stores each of many concurrent photos of one inspection once, with or without a key', async () => {
  const storage = await openStorage({}, openReusedDatabase);
  let written = 0;
  const blobs: BlobStore = {
    ...storage.blobs,
    async put(id, bytes, type) {
      written += 1;
      await sleep(5); // like a disk, so that requests interleave
      await storage.blobs.put(id, bytes, type);
    },
  };
  const service = await startServiceOn({ ...storage, blobs }, {});
  const client = await createPlainClient(service, { id: 'ada' });
  const photo = await smallPhoto(1, 64, 48);
  const { json } = await client.post('/inspections', { tasks: {} });
  const add = async (key: string | undefined) => {
    const form = createForm({ acquisition: UPLOADED }, { image: photo });
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return (await client.post(`/inspections/${json.id}/images`, form, headers)).status;
  };
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => add(index % 10 === 0 ? `photo-${index}` : undefined)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await client.get(`/inspections/${json.id}`)).json.images).toHaveLength(60);
  expect(written).toBe(60);
  await service.close();
});

it.each([
  { limit: 'a number of requests', limits: { concurrentUploads: 2 }, expected: 2 },
  { limit: 'a number of bytes', limits: { photoMemoryBytes: 1 }, expected: 1 },
  { limit: 'a number of requests', limits: { concurrentUploads: 2 }, expected: 2, byUrl: true },
  { limit: 'a number of bytes', limits: { photoMemoryBytes: 1 }, expected: 1, byUrl: true },
])('has the photos of $limit in memory at the same time (by URL: $byUrl)', async (one) => {
  const { limits, expected, byUrl = false } = one;
  const storage = await openStorage({}, openReusedDatabase);
  let writing = 0;
  let most = 0;
  const blobs: BlobStore = {
    ...storage.blobs,
    async put(id, bytes, type) {
      writing += 1;
      most = Math.max(most, writing);
      await sleep(50); // like a slow disk: without a limit, all uploads would be here
      await storage.blobs.put(id, bytes, type);
      writing -= 1;
    },
  };
  const service = await startServiceOn({ ...storage, blobs }, { limits, allowPrivateUrls: true });
  const client = await createPlainClient(service, { id: 'ada' });
  const photo = await smallPhoto(1, 64, 48);
  const web = createServer((_, response) => response.end(photo)).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  const upload = async () => {
    const { json } = await client.post('/inspections', { tasks: {} });
    const body = byUrl
      ? { acquisition: { strategy: 'download_from_url', url } }
      : createForm({ acquisition: UPLOADED }, { image: photo });
    return (await client.post(`/inspections/${json.id}/images`, body)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 10 }, upload));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(most).toBe(expected);
  expect(await readdir(storage.uploads)).toEqual([]);
  await service.close();
  web.close();
});
