import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openKerbside } from '../../src/kerbside.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { remoteSync } from '../../src/sync/index.ts';
import type { RunningService } from '../index.ts';
import { createClient, createPlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

let service: RunningService;
const lines: string[] = [];
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  service = await startService({ log: (line) => lines.push(line), logLevel: 'info' });
});
afterAll(() => service.close());
beforeEach(() => void lines.splice(0));

it('is in the response and in the log, with the pattern of the route', async () => {
  const ada = await createPlainClient(service, { id: 'ada' });
  const { headers } = await ada.get('/inspections/count', { 'X-Request-Id': 'request-1' });
  expect(headers.get('x-request-id')).toBe('request-1');
  expect(entries()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      message: 'Request handled',
      requestId: 'request-1',
      method: 'GET',
      route: '/v1/inspections/count',
      status: 200,
      durationMs: expect.any(Number),
    },
  ]);
});

it('is created if there is none, and is in the body of errors', async () => {
  const first = await createClient(service.url, undefined).get('/inspections/7');
  const second = await createClient(service.url, undefined).get('/nothing/Ada');
  expect(first.json.request_id).toBe(first.headers.get('x-request-id'));
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(entries()).toMatchObject([
    { requestId: first.json.request_id, route: '/v1/inspections/:inspection_id', status: 401 },
    { route: 'unknown', status: 404 },
  ]);
});

it('can be read by pages of other origins', async () => {
  const { headers } = await createClient(service.url, undefined).get('/inspections', {
    Origin: 'https://app.example',
  });
  expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
});

it('is kept by the outbox of a device with the operation that was rejected', async () => {
  const kerbside = await openKerbside({
    user: { id: 'ada' },
    store: new MemoryStore(),
    sync: remoteSync({
      baseUrl: service.url,
      getToken: () => service.tokenFor({ id: 'ada' }, { permissions: ['monk_core_api:inspections:read'] }),
      graceMs: 0,
    }),
  });
  await kerbside.inspections.createOne({ tasks: {} });
  const { blocked } = await kerbside.sync.flush();
  await kerbside.close();
  const rejected = entries().find(({ status }) => status === 403);
  expect(blocked[0]?.reason).toMatchObject({ code: 'forbidden', requestId: rejected?.requestId });
});
