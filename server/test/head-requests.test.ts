import { expect, test } from 'vitest';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import type { DirectBlobs } from '../store/direct-blobs.ts';
import { createFullInspection } from '../test-support/full-inspection.ts';
import { createPlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';

test('HEAD of a photo in a bucket ends the request to the bucket', async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  const direct = { open: async () => new ReadableStream({ cancel }) } as Partial<DirectBlobs> as DirectBlobs;
  const storage = await openStorage({}, () => openReusedDatabase());
  const service = await startServiceOn({ ...storage, blobs: { ...storage.blobs, direct } }, {});
  const { image_id } = await createFullInspection(await createPlainClient(service, { id: 'ada' }));
  const headers = { Authorization: `Bearer ${await service.tokenFor({ id: 'ada' })}` };
  const { status } = await fetch(`${service.url}/images/${image_id}/photo`, { method: 'HEAD', headers });
  await service.close();
  expect([status, isCancelled]).toEqual([200, true]);
});

test('HEAD of a photo responds with the headers of GET', async () => {
  const service = await startServiceOn(await openStorage({}, () => openReusedDatabase()), {});
  const { image_id } = await createFullInspection(await createPlainClient(service, { id: 'ada' }));
  const headers = { Authorization: `Bearer ${await service.tokenFor({ id: 'ada' })}` };
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => fetch(`${service.url}/images/${image_id}/photo`, { method, headers })),
  );
  await service.close();
  for (const name of ['content-type', 'content-length', 'etag', 'x-content-type-options'])
    expect(head?.headers.get(name), name).toBe(get?.headers.get(name));
});
