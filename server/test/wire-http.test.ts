import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../test-support/plain-client.ts';
import { useWireFixture } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const wire = useWireFixture();

describe('HTTP', () => {
  it('allows the headers that a preflight asks for', async () => {
    const headers = 'authorization,access-control-allow-origin,x-monk-sdk-version';
    const response = await fetch(`${wire.service.url}/inspections`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': headers,
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')?.split(/, ?/)).toEqual(headers.split(','));
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('responds 304 without a body to a photo that the client has', async () => {
    const id = await wire.createInspection();
    const imageId = await wire.addPhoto(id);
    const path = `/images/${imageId}/photo`;
    const etag = (await wire.client.get(path)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, bytes, headers } = await wire.client.get(path, { 'If-None-Match': known });
      expect([status, bytes.byteLength, headers.get('etag')]).toEqual([304, 0, etag]);
    }
    expect((await wire.client.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('responds 405 with the methods of the path to another method', async () => {
    const id = await wire.createInspection();
    const responses = await Promise.all([
      wire.client.delete('/inspections'),
      wire.client.post(`/inspections/${id}`, {}),
      wire.client.patch(`/inspections/${id}/pdf`, {}),
    ]);
    expect(responses.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
      [405, 'GET, POST'],
      [405, 'DELETE, GET, PATCH'],
      [405, 'GET, POST'],
    ]);
    expect((await wire.client.get('/nothing')).status).toBe(404);
  });

  it('rejects a cursor that is not a record of the list', async () => {
    const id = await wire.createInspection();
    const imageId = await wire.addPhoto(id);
    const other = await wire.addPhoto(await wire.createInspection());
    const images = `/inspections/${id}/images`;
    expect((await wire.client.get(`${images}?after=${imageId}`)).status).toBe(200);
    expect((await wire.client.get(`/inspections?before=${id}`)).status).toBe(200);
    for (const path of [`${images}?after=${other}`, `${images}?before=zzz`, '/inspections?after=zzz']) {
      const { status, json } = await wire.client.get(path);
      expect([status, json.message]).toEqual([400, expect.stringContaining('cursor')]);
    }
  });

  it('opens the photos of a deleted inspection only for those who may read it', async () => {
    const id = await wire.createInspection();
    const imageId = await wire.addPhoto(id);
    const { json: image } = await wire.client.get(`/inspections/${id}/images/${imageId}`);
    const link = createClient(wire.service.url, undefined);
    expect((await link.get(image.path)).status).toBe(200);
    expect((await wire.client.delete(`/inspections/${id}`)).status).toBe(200);
    expect((await link.get(image.path)).status).toBe(404);
    expect((await wire.client.get(`/images/${imageId}/photo`)).status).toBe(200);
  });

  it('has one message for photo URLs that are not public and those that do not exist', async () => {
    const id = await wire.createInspection();
    const urls = [
      'http://127.0.0.1:1/a.jpg',
      'http://localhost/a.jpg',
      'http://[::1]:9/a.jpg',
      'http://no-such-host.invalid/a.jpg',
    ];
    const messages = new Set<string>();
    for (const url of urls) {
      const { json } = await wire.client.post(`/inspections/${id}/images`, { acquisition: { url } });
      messages.add(json.message.replace(url, 'URL'));
    }
    expect([...messages]).toEqual([
      'The photo at URL could not be downloaded: the address is not public or cannot be reached.',
    ]);
  });
});
