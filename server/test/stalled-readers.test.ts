import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../index.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('a client that waits for a response', () => {
  const TIMEOUT_MS = 500;
  const PHOTO_BYTES = 24 * 1024 * 1024; // more than the system buffers for a connection
  let service: RunningService;
  let client: PlainClient;
  let inspection: string;
  let path: string;

  beforeAll(async () => {
    service = await startService({ limits: { requestMs: TIMEOUT_MS }, allowPrivateUrls: true });
    client = await createPlainClient(service, { id: 'ada' });
    const { json } = await client.post('/inspections', { tasks: {} });
    inspection = `/inspections/${json.id}`;
    const photo = new Uint8Array(PHOTO_BYTES); // decoders ignore what follows a JPEG
    photo.set(await smallPhoto());
    const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };
    const form = createForm({ acquisition }, { image: photo });
    path = (await client.post(`${inspection}/images`, form)).json.path;
  });
  afterAll(() => service.close());

  /** Requests the photo. Returns the bytes that arrive until the service closes the connection. */
  async function download(
    read: (chunks: AsyncIterator<Buffer>, take: (chunk: Buffer) => void) => Promise<void>,
  ) {
    const { port, pathname, search } = new URL(path);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let bytes = 0;
    const chunks = socket[Symbol.asyncIterator]();
    const take = (chunk: Buffer) => {
      bytes += chunk.byteLength;
    };
    await read(chunks, take);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) take(next.value);
    return bytes;
  }

  it('is cut off if it takes nothing of it for a while', async () => {
    const bytes = await download(async (chunks, take) => {
      take((await chunks.next()).value);
      await sleep(6 * TIMEOUT_MS);
    });
    expect(bytes).toBeLessThan(PHOTO_BYTES);
  });

  it('gets all of it if it takes it slowly', async () => {
    const bytes = await download(async (chunks, take) => {
      for (let pause = 0; pause < 10; pause += 1) {
        for (let count = 0; count < 20; count += 1) take((await chunks.next()).value);
        await sleep(TIMEOUT_MS / 5);
      }
    });
    expect(bytes).toBeGreaterThan(PHOTO_BYTES);
  });

  it('gets it if the service needs longer', async () => {
    const photo = await smallPhoto();
    const web = createServer(async (_, response) => {
      await sleep(4 * TIMEOUT_MS);
      response.end(photo);
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const acquisition = { strategy: 'download_from_url', url };
    expect((await client.post(`${inspection}/images`, { acquisition })).status).toBe(200);
    web.close();
  });
});
