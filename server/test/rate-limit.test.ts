import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { type RunningService, startService } from '../index.ts';
import { createClient, createForm, createPlainClient } from '../test-support/plain-client.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('the rate limit', () => {
  let service: RunningService;
  let time = 0;
  beforeAll(async () => {
    const limits = { requestsPerSecond: 2, burst: 3 };
    service = await startService({ limits, monotonic: () => time });
  });
  afterAll(() => service.close());

  const statuses = async (requests: number, get: () => Promise<{ status: number }>) => {
    const results: number[] = [];
    for (let count = 0; count < requests; count += 1) results.push((await get()).status);
    return results;
  };

  // Proves spec 8.2.
  it('responds 429 with Retry-After, and accepts requests after that time', async () => {
    const ada = await createPlainClient(service, { id: 'ada' });
    expect(await statuses(4, () => ada.get('/inspections'))).toEqual([200, 200, 200, 429]);
    const rejected = await ada.get('/inspections');
    expect(rejected.headers.get('retry-after')).toBe('1');
    expect(rejected.json.message).toContain('Too many requests');
    time += 500;
    expect(await statuses(2, () => ada.get('/inspections'))).toEqual([200, 429]);
    time += 60_000;
    expect(await statuses(4, () => ada.get('/inspections'))).toEqual([200, 200, 200, 429]);
  });

  it('does not affect other users', async () => {
    const bob = await createPlainClient(service, { id: 'bob' });
    expect((await bob.get('/inspections')).status).toBe(200);
  });

  it('counts invalid tokens by address', async () => {
    const guessing = createClient(service.url, 'Bearer guess');
    expect(await statuses(4, () => guessing.get('/inspections'))).toEqual([401, 401, 401, 429]);
    const cleo = await createPlainClient(service, { id: 'cleo' });
    expect((await cleo.get('/inspections')).status).toBe(200);
  });

  it('counts valid links separately from invalid tokens and links of the same address', async () => {
    time += 60_000;
    const dora = await createPlainClient(service, { id: 'dora' });
    const body = { tasks: {}, images: [{ acquisition: { file_key: 'a' } }] };
    const { json } = await dora.post('/inspections', createForm(body, { a: await smallPhoto() }));
    const link = (await dora.get(`/inspections/${json.id}`)).json.images[0].path;
    const guessing = createClient(service.url, 'Bearer guess');
    const holder = createClient(service.url, undefined);
    expect(await statuses(3, () => guessing.get('/inspections'))).toEqual([401, 401, 401]);
    expect((await holder.get(`${link}x`)).status).toBe(429);
    expect(await statuses(4, () => holder.get(link))).toEqual([200, 200, 200, 429]);
  });
});

describe('CORS', () => {
  it('allows only the configured origins', async () => {
    const service = await startService({ origins: ['https://app.example'] });
    try {
      const allowed = async (origin: string) => {
        const { headers } = await createClient(service.url, undefined).get('/inspections', {
          Origin: origin,
        });
        return headers.get('access-control-allow-origin');
      };
      expect(await allowed('https://app.example')).toBe('https://app.example');
      expect(await allowed('https://evil.example')).toBeNull();
    } finally {
      await service.close();
    }
  });
});
