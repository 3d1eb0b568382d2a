import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { ServiceLimits } from '../limits.ts';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const PHOTO_BYTES = 50_000;

/** Starts a service and a client that sends inspections with several images of one photo. */
async function start(limits: Partial<ServiceLimits>) {
  const storage = await openStorage({}, openReusedDatabase);
  const writes = { running: 0, most: 0, all: 0 };
  const blobs: BlobStore = {
    ...storage.blobs,
    async put(id, bytes, type) {
      writes.all += 1;
      writes.running += 1;
      writes.most = Math.max(writes.most, writes.running);
      await sleep(50); // like a slow disk, so that requests overlap
      await storage.blobs.put(id, bytes, type);
      writes.running -= 1;
    },
  };
  const service = await startServiceOn({ ...storage, blobs }, { limits, allowPrivateUrls: true });
  const client = await createPlainClient(service, { id: 'ada' });
  const photo = new Uint8Array(PHOTO_BYTES); // decoders ignore what follows a JPEG
  photo.set(await smallPhoto());
  const web = createServer((_, response) => response.end(photo)).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(async () => {
    await service.close();
    web.close();
  });
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  const createBody = (count: number, acquisition: object) => ({
    tasks: {},
    images: Array(count).fill({ acquisition }),
  });
  const sendForm = (count: number) => {
    const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'one' };
    return client.post('/inspections', createForm(createBody(count, acquisition), { one: photo }));
  };
  const sendUrl = (count: number) =>
    client.post('/inspections', createBody(count, { strategy: 'download_from_url', url }));
  return { writes, sendForm, sendUrl };
}

it.each(['sendForm', 'sendUrl'] as const)(
  'a photo counts towards the limit of a request once for each image that has it (%s)',
  async (send) => {
    const started = await start({ uploadBytes: 3.5 * PHOTO_BYTES });
    expect(await started[send](4)).toMatchObject({ status: 413, json: { code: 'photo_too_large' } });
    expect(started.writes.all).toBe(0);
    expect((await started[send](3)).status).toBe(200);
    expect(started.writes.all).toBe(3);
  },
);

it.each(['sendForm', 'sendUrl'] as const)(
  'a photo counts towards the memory for photos once for each image that has it (%s)',
  async (send) => {
    const started = await start({ photoMemoryBytes: 3 * PHOTO_BYTES });
    const responses = await Promise.all(Array.from({ length: 5 }, () => started[send](2)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(started.writes.most).toBe(2); // those of one request
  },
);
