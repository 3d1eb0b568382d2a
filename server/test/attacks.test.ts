import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../index.ts';
import { createFullInspection, fillPath } from '../test-support/full-inspection.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

let folder: string;
let service: RunningService;
let client: PlainClient;
let photo: Uint8Array<ArrayBuffer>;
let internalServer: Server;
let internalUrl: string;
const internalRequests: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-attacks-'));
  service = await startService({
    data: join(folder, 'data'),
    limits: { photoBytes: 100_000, uploadBytes: 150_000, jsonBytes: 100_000 },
    log: () => {},
  });
  client = await createPlainClient(service, { id: 'mallory', organizationId: 'm' });
  photo = await smallPhoto();
  // A server of the internal network that must not be reached. It serves photos to any client.
  internalServer = createServer((message, response) => {
    internalRequests.push(message.url ?? '');
    response.setHeader('content-type', 'image/jpeg').end(photo);
  });
  await new Promise<void>((resolve) => internalServer.listen(0, '127.0.0.1', resolve));
  const address = internalServer.address();
  internalUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/photo.jpg`;
});
afterAll(async () => {
  await service.close();
  internalServer.close();
  await rm(folder, { recursive: true });
});

const SQL = `'; drop table inspections; -- " $1 \\' || pg_sleep(9)`;

describe('SQL', () => {
  it('in any text of a body is stored as text', async () => {
    const { json: created } = await client.post('/inspections', {
      tasks: {
        damage_detection: { callbacks: [], damage_severity: { output_format: SQL }, scoring: { [SQL]: SQL } },
      },
      vehicle: Object.fromEntries(
        ['brand', 'model', 'plate', 'vehicle_type', 'serie', 'vin', 'color'].map((name) => [name, SQL]),
      ),
      accident_nature: SQL,
      damage_areas: [{ id: SQL, relevant_elements: [SQL] }],
      additional_data: { [SQL]: [SQL], nul: 'a\u0000b', half: '\ud800' },
    });
    const path = `/inspections/${created.id}`;
    const image = {
      name: SQL,
      damage_area: SQL,
      additional_data: { [SQL]: SQL },
      compliances: { coverage_360: { sight_id: SQL } },
    };
    expect((await client.post(`${path}/images`, createForm(image, { image: photo }))).status).toBe(200);
    expect((await client.patch(`${path}/pdf_data`, { comment: SQL, agent_company: SQL })).status).toBe(200);
    const update = { status: 'NOT_STARTED', arguments: { [SQL]: SQL } };
    expect((await client.patch(`${path}/tasks/damage_detection`, update)).status).toBe(200);
    expect((await client.post(`${path}/pdf`, { customer: SQL, client_name: SQL })).status).toBe(200);
    const { json } = await client.get(path);
    expect(json.additional_data).toMatchObject({ [SQL]: [SQL], nul: 'a\u0000b', half: '\ud800' });
    expect(json.vehicle).toMatchObject({ brand: SQL, vin: SQL });
    expect(json.images[0]).toMatchObject({ name: SQL, damage_area: SQL });
    expect(json.tasks[0].arguments).toEqual({ [SQL]: SQL });
  });

  it('in paths, queries and keys is rejected or has no effect', async () => {
    const text = encodeURIComponent(SQL);
    for (const path of [
      `/inspections/${text}`,
      `/inspections/${text}/images`,
      `/images/${text}/photo`,
      `/inspections?after=${text}`,
      `/inspections?ownership_filter=${text}`,
      `/inspections?inspection_status=${text}`,
      `/inspections?limit=${text}`,
      `/inspections?order_by=${text}`,
      `/inspections/count?show_deleted=${text}`,
    ]) {
      expect([path, (await client.get(path)).status]).toEqual([path, 400]);
    }
    const key = { 'Idempotency-Key': "'or'1'='1';drop" };
    const first = await client.post('/inspections', { tasks: {} }, key);
    const again = await client.post('/inspections', { tasks: {} }, key);
    expect(again.json).toEqual(first.json);
    expect((await client.get('/inspections')).status).toBe(200);
  });

  it('in user ids does not affect other users', async () => {
    const odd = await createPlainClient(service, { id: SQL, organizationId: SQL });
    const { json } = await odd.post('/inspections', { tasks: {} });
    expect((await odd.get('/inspections')).json.data.map(({ id }: { id: string }) => id)).toEqual([json.id]);
    expect((await client.get(`/inspections/${json.id}`)).status).toBe(404);
  });
});

describe('file names and ids', () => {
  it('from clients are not used on the disk', async () => {
    const { inspection_id } = await createFullInspection(client);
    const evil = '../../../../evil.jpg';
    const form = new FormData();
    form.set(
      'json',
      JSON.stringify({ name: evil, acquisition: { strategy: 'upload_multipart_form_keys', file_key: evil } }),
    );
    form.set(evil, new Blob([photo]), evil);
    expect((await client.post(`/inspections/${inspection_id}/images`, form)).status).toBe(200);
    const files = await readdir(join(folder, 'data', 'photos'), { recursive: true });
    expect(
      files.filter((name) => name.includes('/')).every((name) => /^[0-9a-f-]{2}\/[0-9a-f-]{36}$/.test(name)),
    ).toBe(true);
    expect(existsSync(join(folder, 'evil.jpg'))).toBe(false);
  });

  it.each([
    '../../secret',
    '..%2f..%2fsecret',
    '%2e%2e%2fsecret',
    '....//secret',
    '%00',
    '__proto__',
    'a%0d%0ab',
  ])('in paths give no access to files: %s', async (name) => {
    for (const path of [`/images/${name}/photo`, `/inspections/${name}`, `/inspections/${name}/pdf/file`]) {
      const { status, bytes } = await client.get(path);
      expect([400, 404]).toContain(status);
      expect(new TextDecoder().decode(bytes)).not.toContain('root:');
    }
  });
});

describe('request bodies', () => {
  const post = (path: string, body: unknown) => client.post(path, body);

  // Proves spec 8.2.
  it('that are too large are rejected, whatever their type', async () => {
    const ids = await createFullInspection(client);
    const images = fillPath('/inspections/{inspection_id}/images', ids);
    expect((await post('/inspections', { tasks: {}, accident_nature: 'x'.repeat(200_000) })).status).toBe(
      413,
    );
    expect((await post(images, createForm({}, { image: new Uint8Array(120_000) }))).status).toBe(413);
    expect((await post(images, createForm({}, { image: new Uint8Array(200_000) }))).status).toBe(413);
    const hidden = createForm({ additional_data: { x: 'x'.repeat(100_000) } }, { image: photo });
    expect((await post(images, hidden)).status).toBe(413);
  });

  it('without a Content-Length are cut at the limit', async () => {
    const token = await service.tokenFor({ id: 'mallory' });
    const { port } = new URL(service.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/v1/inspections',
          headers: { authorization: `Bearer ${token}` },
        },
        (response) => {
          resolve(response.statusCode);
          response.resume();
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) => {
        // The service responded and closed the connection while the body was still being sent.
        if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
      });
      for (let part = 0; part < 40; part += 1) sending.write('x'.repeat(10_000));
      sending.end();
    });
    expect(status).toBe(413);
  });

  it.each([
    ['unclosed brackets', '['.repeat(90_000)],
    ['unclosed objects', '{"a":'.repeat(15_000)],
    ['a prototype', '{"tasks":{},"__proto__":{"polluted":true}}'],
    ['a constructor', '{"tasks":{"constructor":{}}}'],
    ['a list', '[]'],
    ['a number', '7'],
    ['nothing', ''],
    ['bytes that are not UTF-8', new TextDecoder('latin1').decode(new Uint8Array([0xff, 0xfe]))],
  ])('of %s are rejected with a message', async (_, body) => {
    const { status, json } = await post('/inspections', body);
    expect([status, typeof json.message]).toEqual([400, 'string']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('with too many parts are rejected before parsing', async () => {
    const form = createForm({ tasks: {} }, {});
    for (let count = 0; count < 100; count += 1) form.append(`file ${count}`, new Blob(['x']));
    expect((await client.post('/inspections', form)).status).toBe(200);
    for (let count = 100; count < 200; count += 1) form.append(`file ${count}`, new Blob(['x']));
    const { status, json } = await client.post('/inspections', form);
    expect([status, json.message]).toEqual([400, expect.stringContaining('at most 110 parts')]);
  });

  it('with too many parts are rejected, also with an ambiguous content type', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n';
    const type = 'multipart/form-data; boundary=a, multipart/form-data; boundary=b';
    const body = `--b\r\nContent-Disposition: form-data; name="json"\r\n\r\n{"tasks":{}}\r\n${part.repeat(200)}--b--`;
    expect((await client.post('/inspections', body, { 'Content-Type': type })).status).toBe(400);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary', 'multipart/form-data; boundary=""'])(
    'of type %s, without a boundary, are rejected with a message',
    async (type) => {
      const { status, json } = await client.post('/inspections', '--\r\n\r\n--', { 'Content-Type': type });
      expect([status, typeof json.message]).toEqual([400, 'string']);
    },
  );

  it('of broken multipart are rejected', async () => {
    const { status } = await client.post('/inspections', '--x\r\nnonsense', {
      'Content-Type': 'multipart/form-data; boundary=y',
    });
    expect(status).toBe(400);
  });
});

describe('additional data', () => {
  it('cannot exceed its limit by repeated updates', async () => {
    const { json } = await client.post('/inspections', { tasks: {} });
    const patch = async (key: string) =>
      (await client.patch(`/inspections/${json.id}`, { additional_data: { [key]: 'x'.repeat(40_000) } }))
        .status;
    expect([await patch('a'), await patch('b'), await patch('a')]).toEqual([200, 400, 200]);
  });
});

describe('callbacks', () => {
  it.each([
    ['a URL that is not http(s)', { url: 'blob:https://a.example/1' }],
    ['an invalid header name', { headers: { 'X A': '1' } }],
    ['an invalid header value', { headers: { 'X-A': '1\r\nHost: b' } }],
  ])('with %s are rejected with a message', async (_, invalid) => {
    const good = { url: 'https://a.example/', headers: {}, callback_event: 'STATUS_SET_TO_DONE' };
    const create = (callback: object) =>
      client.post('/inspections', { tasks: { images_ocr: { callbacks: [good, callback] } } });
    expect((await create(good)).status).toBe(200);
    const { status, json } = await create({ ...good, ...invalid });
    expect([status, json.message]).toEqual([400, expect.stringContaining('callbacks[1]')]);
  });
});

describe('response headers', () => {
  it('cannot be injected through stored data', async () => {
    const { inspection_id, image_id } = await createFullInspection(client);
    const name = 'x"\r\nSet-Cookie: stolen=1';
    await client.post(`/inspections/${inspection_id}/images`, createForm({ name }, { image: photo }));
    const { headers } = await client.get(`/images/${image_id}/photo`);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('of proxies do not change links', async () => {
    const { inspection_id } = await createFullInspection(client);
    const { json } = await client.get(`/inspections/${inspection_id}`, {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
    });
    expect(json.images[0].path.startsWith(service.url)).toBe(true);
  });

  it('allow other origins in browsers, without credentials', async () => {
    const preflight = await fetch(`${service.url}/inspections`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(
      /Authorization,Content-Type,Idempotency-Key/i,
    );
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const { headers } = await client.get('/inspections', { Origin: 'https://app.example' });
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  });
});

describe('URLs from clients', () => {
  it.each([
    ['this machine', () => internalUrl],
    ['this machine by name', () => internalUrl.replace('127.0.0.1', 'localhost')],
    ['this machine in another notation', () => internalUrl.replace('127.0.0.1', '2130706433')],
    ['this machine as 0.0.0.0', () => internalUrl.replace('127.0.0.1', '0.0.0.0')],
    ['this machine in IPv6', () => internalUrl.replace('127.0.0.1', '[::1]')],
    ['this machine mapped into IPv6', () => internalUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
    ['the cloud’s metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the internal network', () => 'http://10.0.0.1/photo.jpg'],
    ['the service itself', () => `${service.url}/inspections`],
  ])('cannot reach %s', async (_, url) => {
    const { inspection_id } = await createFullInspection(client);
    const before = internalRequests.length;
    const image = { acquisition: { strategy: 'download_from_url', url: url() } };
    const { status } = await client.post(`/inspections/${inspection_id}/images`, image);
    expect(status).toBe(422);
    const all = { tasks: {}, images: [image] };
    expect((await client.post('/inspections', all)).status).toBe(422);
    expect(internalRequests.length).toBe(before);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'blob:nodedata:x'])(
    'must be http(s): not %s',
    async (url) => {
      const { inspection_id } = await createFullInspection(client);
      const image = { acquisition: { strategy: 'download_from_url', url } };
      expect([400, 422]).toContain((await client.post(`/inspections/${inspection_id}/images`, image)).status);
    },
  );

  // Proves spec 2.9.
  it('are not fetched if the caller may not add the photo', async () => {
    const open = await startService({ allowPrivateUrls: true });
    try {
      const owner = await createPlainClient(open, { id: 'ada' });
      const { inspection_id } = await createFullInspection(owner);
      const stranger = await createPlainClient(open, { id: 'mallory' });
      const before = internalRequests.length;
      const image = { acquisition: { strategy: 'download_from_url', url: internalUrl } };
      expect((await stranger.post(`/inspections/${inspection_id}/images`, image)).status).toBe(404);
      expect(internalRequests.length).toBe(before);
      const added = await owner.post(`/inspections/${inspection_id}/images`, image);
      expect([added.status, internalRequests.length]).toEqual([200, before + 1]);
      const bytes = await owner.get(`/images/${added.json.id}/photo`);
      expect(new Uint8Array(bytes.bytes)).toEqual(photo);
    } finally {
      await open.close();
    }
  });
});
