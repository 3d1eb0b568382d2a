import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { startServiceOn } from '../start-service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { openStorage } from '../store/open-storage.ts';
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
])('has the photos of $limit in memory at the same time', async ({ limits, expected }) => {
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
  const service = await startServiceOn({ ...storage, blobs }, { limits });
  const client = await createPlainClient(service, { id: 'ada' });
  const photo = await smallPhoto(1, 64, 48);
  const upload = async () => {
    const { json } = await client.post('/inspections', { tasks: {} });
    const form = createForm({ acquisition: UPLOADED }, { image: photo });
    return (await client.post(`/inspections/${json.id}/images`, form)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 10 }, upload));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(most).toBe(expected);
  await service.close();
});
