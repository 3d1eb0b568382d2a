import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../index.ts';
import { BOX, createFullInspection, type FullInspection } from '../test-support/full-inspection.ts';
import { createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('photos by URL', () => {
  let service: RunningService;
  let ada: PlainClient;
  let ids: FullInspection;
  let photo: Uint8Array<ArrayBuffer>;
  let web: Server;
  let site: string;
  let fetched: string[] = [];
  const slow: ServerResponse[] = [];

  beforeAll(async () => {
    photo = await smallPhoto();
    web = createServer(({ url = '' }, response) => {
      fetched.push(url);
      if (url === '/slow') slow.push(response);
      else response.end(photo);
    });
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    service = await startService({ allowPrivateUrls: true });
    ada = await createPlainClient(service, { id: 'ada' });
    ids = await createFullInspection(ada);
  });
  afterAll(async () => {
    await service.close();
    web.close();
  });
  beforeEach(() => {
    fetched = [];
  });

  const image = (path: string, more: object = {}) => ({
    acquisition: { strategy: 'download_from_url', url: site + path, ...more },
  });
  const images = (count: number) => Array.from({ length: count }, (_, index) => image(`/${index}`));
  const view = (newImage: object) => ({ damage_id: ids.damage_id, bounding_box: BOX, ...newImage });
  const within = (path: string) => `/inspections/${ids.inspection_id}${path}`;

  it('are fetched once each if the caller may add them', async () => {
    const [one, other] = [image('/one'), image('/other')];
    expect((await ada.post('/inspections', { tasks: {}, images: [one, other, one] })).status).toBe(200);
    expect((await ada.post(within('/images'), image('/three'))).status).toBe(200);
    expect((await ada.post(within('/views'), view({ new_image: image('/four') }))).status).toBe(200);
    expect((await ada.post(within('/views'), view({ newImage: image('/five') }))).status).toBe(200);
    expect(fetched).toEqual(['/one', '/other', '/three', '/four', '/five']);
  });

  it('are not fetched for other callers', async () => {
    const stranger = await createPlainClient(service, { id: 'mallory' });
    expect((await stranger.post(within('/images'), image('/one'))).status).toBe(404);
    for (const key of ['new_image', 'newImage'])
      expect((await stranger.post(within('/views'), view({ [key]: image('/one') }))).status).toBe(404);
    const reader = await createPlainClient(
      service,
      { id: 'ada' },
      { permissions: ['monk_core_api:inspections:read'] },
    );
    expect((await reader.post(within('/images'), image('/one'))).status).toBe(403);
    expect((await reader.post('/inspections', { tasks: {}, images: images(1) })).status).toBe(403);
    const uploader = await createPlainClient(
      service,
      { id: 'ada' },
      { permissions: ['monk_core_api:inspections:write'] },
    );
    const checked = { ...image('/one'), compliances: { coverage_360: {} } };
    expect((await uploader.post(within('/images'), checked)).status).toBe(403);
    expect((await uploader.post('/inspections', { tasks: {}, images: [checked] })).status).toBe(403);
    expect(fetched).toEqual([]);
  });

  it('are not fetched for an invalid request', async () => {
    const post = async (path: string, body: object, headers = {}) =>
      (await ada.post(path, body, headers)).status;
    expect(await post('/inspections', { tasks: {}, images: images(101) })).toBe(400);
    expect(await post('/inspections', { tasks: {}, nonsense: 1, images: images(1) })).toBe(400);
    expect(await post('/inspections', { tasks: {}, images: images(1) }, { 'Idempotency-Key': 'ä' })).toBe(
      400,
    );
    expect(await post(within('/images'), { ...image('/one'), nonsense: 1 })).toBe(400);
    expect(await post(within('/views'), { new_image: image('/one') })).toBe(400);
    expect(fetched).toEqual([]);
  });

  it('are not fetched for a request without photos', async () => {
    const body = { damage_type: 'dent', part_type: 'hood', images: images(3), ...image('/one') };
    expect((await ada.post(within('/damages'), body)).status).toBe(400);
    await ada.delete(within('/damages/none'), body);
    expect(fetched).toEqual([]);
  });

  it.each(['toString', 'constructor', 'other'])(
    'are fetched without holding a database connection, also with a file_key "%s"',
    async (file_key) => {
      const body = { tasks: {}, images: [image('/slow', { file_key })] };
      const created = ada.post('/inspections', body, { 'Idempotency-Key': file_key });
      const response = await vi.waitUntil(() => slow.pop(), { timeout: 10_000 });
      expect((await ada.get('/inspections')).status).toBe(200);
      response.end(photo);
      expect((await created).status).toBe(200);
      expect(fetched).toEqual(['/slow']);
    },
  );
});
