import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { BrightnessAnalyzer, halfDark as halfDarkJpeg } from '../../test/node/support/brightness-analyzer.ts';
import type { RunningService, ServiceOptions } from '../index.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { onEachDatabase, onPostgres } from '../test-support/databases.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const KEYS = { secret: 'one secret for all the instances of a test' };
let folder: string;
let running: RunningService[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-jobs-'));
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
  running = [];
});
afterAll(() => rm(folder, { recursive: true }));

const halfDark = async (side: 'left' | 'right') => new Uint8Array(await halfDarkJpeg(side));

async function start(options: ServiceOptions): Promise<{ service: RunningService; client: PlainClient }> {
  const service = await startService({ keys: KEYS, pollMs: 50, allowPrivateUrls: true, ...options });
  running.push(service);
  return { service, client: await createPlainClient(service, { id: 'ada' }) };
}

async function startTask(client: PlainClient, task: object = {}): Promise<string> {
  const image = { acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] };
  const body = { tasks: { damage_detection: { status: 'TODO', ...task } }, images: [image] };
  const { json } = await client.post('/inspections', createForm(body, { dark: await halfDark('left') }));
  return json.id;
}

const waitUntilDone = (client: PlainClient, id: string) =>
  waitUntil(async () => {
    const { json } = await client.get(`/inspections/${id}`);
    expect(json.tasks[0].status).toBe('DONE');
    return json;
  });

test('abandons a report that cannot be made; it can be requested again', async () => {
  let renders = 0;
  const renderReport = async () => {
    renders += 1;
    throw new Error('out of paper');
  };
  const { service, client } = await start({ renderReport, retryMs: 10, log: () => {} });
  const token = await service.tokenFor({ id: 'ada' });
  const remote = createRemoteClient({ baseUrl: service.url, getToken: () => token, sleep: async () => {} });
  const { json } = await client.post('/inspections', { tasks: {} });
  await remote.reports.request(json.id);
  await expect(remote.reports.whenReady(json.id)).rejects.toMatchObject({
    code: 'report_not_ready',
    retryable: false,
  });
  expect(renders).toBe(5);
  await remote.reports.request(json.id);
  await waitUntil(async () => expect(renders).toBeGreaterThan(5));
});

test('records and logs that a photo could not be assessed', async () => {
  const failing = async () => {
    throw new Error('no memory');
  };
  const analyzer: Analyzer = { analyze: failing, assess: failing, assessCoverage: failing };
  const lines: string[] = [];
  const { client } = await start({ analyzer, retryMs: 10, log: (line) => lines.push(line) });
  const { json } = await client.post('/inspections', { tasks: {} });
  const image = { compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'front' } } };
  const form = createForm(image, { image: await halfDark('left') });
  const added = await client.post(`/inspections/${json.id}/images`, form);
  const result = {
    status: 'ERROR',
    is_compliant: null,
    reasons: ['OTHER--The check was started 5 times and never ended.'],
  };
  await waitUntil(async () => {
    const image = await client.get(`/inspections/${json.id}/images/${added.json.id}`);
    expect(image.json.compliances).toEqual({
      image_quality_assessment: result,
      coverage_360: { ...result, sight_id: 'front' },
    });
  });
  const entries = lines.map((line) => JSON.parse(line));
  const job = { inspectionId: json.id, kind: 'quality', subject: added.json.id };
  const failed = entries.filter(({ message }) => message === 'Job failed');
  expect(failed).toMatchObject(
    [1, 2, 3, 4, 5].map((attempts) => ({
      level: 'warn',
      ...job,
      attempts,
      retryAfterMs: 10 * 2 ** (attempts - 1),
      reason: expect.stringContaining('no memory'),
    })),
  );
  expect(entries.filter(({ message }) => message === 'Job abandoned')).toMatchObject([
    { ...job, attempts: 5 },
  ]);
});

test('a receiver that never responds delays only its owner’s callbacks', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  const working = await startCallbackReceiver();
  const { service, client: ada } = await start({ limits: { outboundMs: 60_000 } });
  const mallory = await createPlainClient(service, { id: 'mallory' });
  const end = async (client: PlainClient, url: string, times: number) => {
    const callback = { url, headers: {}, callback_event: 'STATUS_SET_TO_DONE' };
    const callbacks = Array.from({ length: times }, () => callback);
    const { json } = await client.post('/inspections', { tasks: { images_ocr: { callbacks } } });
    await client.patch(`/inspections/${json.id}/tasks/images_ocr`, { status: 'DONE' });
  };
  await end(mallory, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, 16);
  await once(silent, 'request');
  await end(ada, working.url, 2);
  await vi.waitUntil(() => working.received.length === 2, { timeout: 10_000 });
  silent.closeAllConnections();
  silent.close();
  working.close();
});

onEachDatabase('a started task', (where) => {
  const getStorage = () => ({ ...where(), ...(where().databaseUrl && { data: folder }) });

  // Proves spec 6.2, wire E6.
  it('is run, ends with its results, and sends callbacks', async () => {
    const receiver = await startCallbackReceiver();
    const { client } = await start({ ...getStorage(), analyzer: new BrightnessAnalyzer() });
    const hook = (callback_event: string, path: string) => ({
      url: receiver.url + path,
      headers: { 'X-Secret': 'known', Host: 'evil.example', 'Content-Length': '1' },
      params: { ref: 'a b', n: 7 },
      callback_event,
    });
    const callbacks = [hook('STATUS_SET_TO_DONE', '/done'), hook('STATUS_SET_TO_ERROR', '/error')];
    const id = await startTask(client, { callbacks });
    const { damages, tasks, images } = await waitUntilDone(client, id);
    expect(damages).toMatchObject([{ damage_type: 'shadow', created_by: { model: 'brightness' } }]);
    expect(images[0].views).toHaveLength(1);
    expect(tasks[0].done_at).toMatch(/^\d{4}/);
    await waitUntil(async () => expect(receiver.received).toHaveLength(1));
    receiver.close();
    const [call] = receiver.received;
    expect(call).toMatchObject({
      method: 'POST',
      url: '/hook/done?ref=a+b&n=7',
      headers: { 'x-secret': 'known', 'content-type': 'application/json', host: new URL(receiver.url).host },
      body: {
        inspection_id: id,
        task_id: tasks[0].id,
        task: 'damage_detection',
        status: 'DONE',
        event: 'STATUS_SET_TO_DONE',
      },
    });
  });

  it('fails with its reason and can be restarted', async () => {
    const brightness = new BrightnessAnalyzer();
    let fails = true;
    const analyzer: Analyzer = {
      analyze: (request) =>
        fails ? Promise.reject(new Error('out of memory')) : brightness.analyze(request),
    };
    const { client } = await start({ ...getStorage(), analyzer });
    const id = await startTask(client);
    const path = `/inspections/${id}/tasks/damage_detection`;
    const failed = await waitUntil(async () => {
      const { json } = await client.get(path);
      expect(json.status).toBe('ERROR');
      return json;
    });
    expect(failed.error_messages).toMatchObject([{ message: 'out of memory', error_code: 'task_failed' }]);
    fails = false;
    await client.patch(path, { status: 'TODO' });
    expect((await waitUntilDone(client, id)).tasks[0].error_messages).toBeUndefined();
  });

  it('waits for an instance that can run it', async () => {
    const analyzer = new BrightnessAnalyzer();
    const wheelsOnly: Analyzer = {
      supports: async (task) => task === 'wheel_analysis',
      analyze: (request) => analyzer.analyze(request),
    };
    const { client } = await start({ ...getStorage(), analyzer: wheelsOnly });
    const { json: both } = await client.post('/inspections', {
      tasks: { images_ocr: {}, wheel_analysis: {} },
    });
    await client.patch(`/inspections/${both.id}/tasks/images_ocr`, { status: 'TODO' });
    await client.patch(`/inspections/${both.id}/tasks/wheel_analysis`, { status: 'TODO' });
    await waitUntil(async () => {
      const { json } = await client.get(`/inspections/${both.id}/tasks`);
      expect(json.wheel_analysis.status).toBe('DONE');
      expect(json.images_ocr.status).toBe('TODO');
    });
  });

  it('has each added photo assessed', async () => {
    const result = {
      status: 'DONE' as const,
      is_compliant: false,
      reasons: ['BLURRINESS--It is not sharp'],
    };
    const analyzer = Object.assign(new BrightnessAnalyzer(), { assess: async () => result });
    const { client } = await start({ ...getStorage(), analyzer });
    const { json } = await client.post('/inspections', { tasks: {} });
    const added = await client.post(
      `/inspections/${json.id}/images`,
      createForm({}, { image: await halfDark('left') }),
    );
    await waitUntil(async () => {
      const image = await client.get(`/inspections/${json.id}/images/${added.json.id}`);
      expect(image.json.compliances.image_quality_assessment).toEqual(result);
    });
  });

  it('has the requested report made if the service can render reports', async () => {
    const { client } = await start({
      ...getStorage(),
      renderReport: async (state, getPhoto, { language }) => {
        const photos = await Promise.all(state.images.map(({ id }) => getPhoto(id)));
        const text = `%PDF-1.7 ${language} ${photos.map((bytes) => bytes.byteLength).join()}`;
        return new TextEncoder().encode(text).buffer;
      },
    });
    const { json } = await client.post('/inspections', { tasks: {} });
    const photo = await halfDark('left');
    await client.post(`/inspections/${json.id}/images`, createForm({}, { image: photo }));
    await client.post(`/inspections/${json.id}/pdf`, { language: 'fr' });
    const { pdf_url } = await waitUntil(async () => {
      const response = await client.get(`/inspections/${json.id}/pdf`);
      expect(response.status).toBe(200);
      return response.json;
    });
    const file = await client.get(pdf_url);
    expect(new TextDecoder().decode(file.bytes)).toBe(`%PDF-1.7 fr ${photo.byteLength}`);
  });
});

onPostgres('instances that share a database', (url) => {
  it('run each task once and share the work', async () => {
    const analyzers = [new BrightnessAnalyzer(), new BrightnessAnalyzer(), new BrightnessAnalyzer()];
    const instances = [];
    for (const analyzer of analyzers)
      instances.push(await start({ databaseUrl: url(), data: folder, analyzer }));
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const instance = instances[count % instances.length];
      if (instance) ids.push(await startTask(instance.client));
    }
    for (const id of ids) for (const { client } of instances) await waitUntilDone(client, id);
    const runs = analyzers.flatMap((analyzer) => analyzer.runs);
    expect(runs.toSorted()).toEqual(ids.map((id) => `${id}:damage_detection`).toSorted());
  });

  it('start at the same time on an empty database, and one of them creates the tables', async () => {
    const empty = `${url()}?options=-c%20search_path%3Dempty_one`;
    const { default: pg } = await import('pg');
    const admin = new pg.Client(url());
    await admin.connect();
    await admin.query('create schema empty_one');
    await admin.end();
    const instances = await Promise.all([1, 2, 3].map(() => start({ databaseUrl: empty, data: folder })));
    for (const { client } of instances) expect((await client.get('/inspections')).status).toBe(200);
  });
});

describe('an instance that is closed during a task', () => {
  it('returns the task, and the next start runs it', async () => {
    const data = join(folder, 'closed');
    let onStart = () => {};
    const started = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const stuck: Analyzer = {
      analyze: ({ signal }) =>
        new Promise((_, reject) => {
          onStart();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const first = await start({ data, analyzer: stuck, drainMs: 50 });
    const id = await startTask(first.client);
    await started;
    await first.service.close();
    const second = await start({ data, analyzer: new BrightnessAnalyzer() });
    expect((await waitUntilDone(second.client, id)).damages).toHaveLength(1);
  });
});
