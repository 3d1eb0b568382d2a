import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TaskName } from '../../src/domain/enums.ts';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import type { RunningService } from '../index.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { onPostgres } from '../test-support/databases.ts';
import { parseMetrics } from '../test-support/parse-metrics.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

onPostgres('metrics', (databaseUrl) => {
  let folder: string;
  let service: RunningService;
  let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-metrics-'));
    receiver = await startCallbackReceiver([500]);
    service = await startService({
      databaseUrl: databaseUrl(),
      data: folder,
      analyzer: Object.assign(new BrightnessAnalyzer(), {
        supports: async (task: TaskName) => task === 'damage_detection',
      }),
      pollMs: 50,
      allowPrivateUrls: true,
      metrics: { port: 0 },
    });
  });
  afterAll(async () => {
    await service.close();
    receiver.close();
    await rm(folder, { recursive: true });
  });

  const collect = async () => {
    const response = await fetch(service.metricsUrl ?? '');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return parseMetrics(await response.text());
  };
  const find = async (name: string, labels: Record<string, string> = {}) =>
    (await collect()).find(
      (line) =>
        line.name === name && Object.entries(labels).every(([key, value]) => line.labels[key] === value),
    )?.value;

  it('count requests by the pattern of their route, bytes, tasks, callbacks that failed and connections', async () => {
    const ada = await createPlainClient(service, { id: 'ada' });
    const photo = new Uint8Array(await halfDark('left'));
    const { status } = await ada.post(
      '/inspections',
      createForm(
        {
          tasks: {
            damage_detection: {
              status: 'TODO',
              callbacks: [{ url: receiver.url, headers: {}, callback_event: 'STATUS_SET_TO_DONE' }],
            },
          },
          images: [{ acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] }],
        },
        { dark: photo },
      ),
    );
    expect(status).toBe(200);
    await ada.get('/inspections/nothing');
    const route = '/v1/inspections/:inspection_id';
    expect(await find('kerbside_http_requests_total', { method: 'GET', route, status: '404' })).toBe(1);
    expect(await find('kerbside_http_request_duration_seconds_count', { method: 'GET', route })).toBe(1);
    expect(await find('kerbside_http_received_bytes_total')).toBeGreaterThan(photo.byteLength);
    expect(await find('kerbside_http_sent_bytes_total')).toBeGreaterThan(100);
    await waitUntil(async () => {
      expect(await find('kerbside_job_duration_seconds_count', { kind: 'task', outcome: 'done' })).toBe(1);
      expect(await find('kerbside_callback_failures_total')).toBe(1);
      expect(await find('kerbside_jobs_waiting', { kind: 'callback' })).toBe(1); // the retry
      expect(await find('kerbside_jobs_waiting', { kind: 'task' })).toBe(0);
    });
    expect(await find('kerbside_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(JSON.stringify(await collect())).not.toMatch(/ada|nothing/);
  });

  it('show how long the oldest task waits', async () => {
    const ada = await createPlainClient(service, { id: 'ada' });
    // No analyzer of this service runs it.
    const body = {
      tasks: { images_ocr: { status: 'TODO' } },
      images: [{ acquisition: { file_key: 'dark' }, tasks: ['images_ocr'] }],
    };
    const photo = new Uint8Array(await halfDark('left'));
    expect((await ada.post('/inspections', createForm(body, { dark: photo }))).status).toBe(200);
    await waitUntil(async () => {
      expect(await find('kerbside_jobs_waiting', { kind: 'task' })).toBe(1);
      expect(await find('kerbside_jobs_oldest_seconds', { kind: 'task' })).toBeGreaterThan(0);
    });
  });

  it('are all that the dashboard queries, and are not on the port of the API', async () => {
    const names = new Set((await collect()).map(({ name }) => name));
    const dashboard = JSON.parse(
      await readFile(new URL('../../docs/dashboard.json', import.meta.url), 'utf8'),
    );
    const queried = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(kerbside|process)_\w+/g) ?? []),
    );
    expect(dashboard.panels).toHaveLength(5);
    expect(queried.length).toBeGreaterThanOrEqual(5);
    for (const name of queried) expect([...names]).toContain(name);
    expect((await fetch(new URL('/metrics', service.url))).status).toBe(404);
    expect((await fetch(new URL('/', service.metricsUrl))).status).toBe(404);
  });
});
