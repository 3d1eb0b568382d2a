import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import type { Analyzer } from '../../src/domain/analyzer.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { nodeFlags } from '../../test/fixtures/node-flags.ts';
import { BrightnessAnalyzer, halfDark as halfDarkJpeg } from '../../test/node/support/brightness-analyzer.ts';
import type { RunningService, ServiceOptions } from '../index.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { onEachDatabase, onPostgres } from '../test-support/databases.ts';
import { type PlainClient, createPlainClient, createForm } from '../test-support/plain-client.ts';
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

async function started(client: PlainClient, task: object = {}): Promise<string> {
  const image = { acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] };
  const body = { tasks: { damage_detection: { status: 'TODO', ...task } }, images: [image] };
  const { json } = await client.post('/inspections', createForm(body, { dark: await halfDark('left') }));
  return json.id;
}

const done = (client: PlainClient, id: string) =>
  waitUntil(async () => {
    const { json } = await client.get(`/inspections/${id}`);
    expect(json.tasks[0].status).toBe('DONE');
    return json;
  });

test('a report that can not be made is given up: nobody waits for it for ever, and it can be asked for again', async () => {
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

test('a photo that can not be judged gets that as its verdict, and the log says so', async () => {
  const unwell = async () => {
    throw new Error('no memory');
  };
  const analyzer: Analyzer = { analyze: unwell, assess: unwell, assessCoverage: unwell };
  const lines: string[] = [];
  const { client } = await start({ analyzer, retryMs: 10, log: (line) => lines.push(line) });
  const { json } = await client.post('/inspections', { tasks: {} });
  const asked = { compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'front' } } };
  const form = createForm(asked, { image: await halfDark('left') });
  const added = await client.post(`/inspections/${json.id}/images`, form);
  const verdict = {
    status: 'ERROR',
    is_compliant: null,
    reasons: ['OTHER--The check was begun 5 times and never came to an end.'],
  };
  await waitUntil(async () => {
    const image = await client.get(`/inspections/${json.id}/images/${added.json.id}`);
    expect(image.json.compliances).toEqual({
      image_quality_assessment: verdict,
      coverage_360: { ...verdict, sight_id: 'front' },
    });
  });
  const given = `quality ${added.json.id} was begun 5 times and never came to an end.`;
  expect(lines.filter((line) => line === given)).toHaveLength(1);
});

test('callbacks of one caller whose receiver never answers keep nobody else’s waiting', async () => {
  const dead = createServer(() => {}).listen(0, '127.0.0.1');
  const alive = await startCallbackReceiver();
  const { service, client: ada } = await start({ limits: { outboundMs: 60_000 } });
  const mallory = await createPlainClient(service, { id: 'mallory' });
  const end = async (client: PlainClient, url: string, times: number) => {
    const callback = { url, headers: {}, callback_event: 'STATUS_SET_TO_DONE' };
    const callbacks = Array.from({ length: times }, () => callback);
    const { json } = await client.post('/inspections', { tasks: { images_ocr: { callbacks } } });
    await client.patch(`/inspections/${json.id}/tasks/images_ocr`, { status: 'DONE' });
  };
  await end(mallory, `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`, 16);
  await once(dead, 'request');
  await end(ada, alive.url, 2);
  await vi.waitUntil(() => alive.received.length === 2, { timeout: 10_000 });
  dead.closeAllConnections();
  dead.close();
  alive.close();
});

onEachDatabase('a task that was started', (where) => {
  const place = () => ({ ...where(), ...(where().databaseUrl && { data: folder }) });

  it('is run, its results come with its end, and callbacks are told', async () => {
    const receiver = await startCallbackReceiver();
    const { client } = await start({ ...place(), analyzer: new BrightnessAnalyzer() });
    const hook = (callback_event: string, path: string) => ({
      url: receiver.url + path,
      headers: { 'X-Secret': 'known', Host: 'evil.example', 'Content-Length': '1' },
      params: { ref: 'a b', n: 7 },
      callback_event,
    });
    const callbacks = [hook('STATUS_SET_TO_DONE', '/done'), hook('STATUS_SET_TO_ERROR', '/error')];
    const id = await started(client, { callbacks });
    const { damages, tasks, images } = await done(client, id);
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

  it('fails with its reason, and can be started again', async () => {
    const brightness = new BrightnessAnalyzer();
    let fails = true;
    const analyzer: Analyzer = {
      analyze: (request) =>
        fails ? Promise.reject(new Error('out of memory')) : brightness.analyze(request),
    };
    const { client } = await start({ ...place(), analyzer });
    const id = await started(client);
    const path = `/inspections/${id}/tasks/damage_detection`;
    const failed = await waitUntil(async () => {
      const { json } = await client.get(path);
      expect(json.status).toBe('ERROR');
      return json;
    });
    expect(failed.error_messages).toMatchObject([{ message: 'out of memory', error_code: 'task_failed' }]);
    fails = false;
    await client.patch(path, { status: 'TODO' });
    expect((await done(client, id)).tasks[0].error_messages).toBeUndefined();
  });

  it('waits for an instance that can run it', async () => {
    const analyzer = new BrightnessAnalyzer();
    const picky: Analyzer = {
      supports: async (task) => task === 'wheel_analysis',
      analyze: (request) => analyzer.analyze(request),
    };
    const { client } = await start({ ...place(), analyzer: picky });
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

  it('judges each photo that was added', async () => {
    const verdict = {
      status: 'DONE' as const,
      is_compliant: false,
      reasons: ['BLURRINESS--It is not sharp'],
    };
    const analyzer = Object.assign(new BrightnessAnalyzer(), { assess: async () => verdict });
    const { client } = await start({ ...place(), analyzer });
    const { json } = await client.post('/inspections', { tasks: {} });
    const added = await client.post(
      `/inspections/${json.id}/images`,
      createForm({}, { image: await halfDark('left') }),
    );
    await waitUntil(async () => {
      const image = await client.get(`/inspections/${json.id}/images/${added.json.id}`);
      expect(image.json.compliances.image_quality_assessment).toEqual(verdict);
    });
  });

  it('makes the report that was asked for, where somebody can', async () => {
    const { client } = await start({
      ...place(),
      renderReport: async (state, photo, { language }) => {
        const photos = await Promise.all(state.images.map(({ id }) => photo(id)));
        const text = `%PDF-1.7 ${language} ${photos.map((bytes) => bytes.byteLength).join()}`;
        return new TextEncoder().encode(text).buffer;
      },
    });
    const { json } = await client.post('/inspections', { tasks: {} });
    const photo = await halfDark('left');
    await client.post(`/inspections/${json.id}/images`, createForm({}, { image: photo }));
    await client.post(`/inspections/${json.id}/pdf`, { language: 'fr' });
    const { pdf_url } = await waitUntil(async () => {
      const reply = await client.get(`/inspections/${json.id}/pdf`);
      expect(reply.status).toBe(200);
      return reply.json;
    });
    const file = await client.get(pdf_url);
    expect(new TextDecoder().decode(file.bytes)).toBe(`%PDF-1.7 fr ${photo.byteLength}`);
  });
});

onPostgres('instances that share a database', (url) => {
  it('run each task once, and share the work', async () => {
    const analyzers = [new BrightnessAnalyzer(), new BrightnessAnalyzer(), new BrightnessAnalyzer()];
    const instances = [];
    for (const analyzer of analyzers)
      instances.push(await start({ databaseUrl: url(), data: folder, analyzer }));
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const instance = instances[count % instances.length];
      if (instance) ids.push(await started(instance.client));
    }
    for (const id of ids) for (const { client } of instances) await done(client, id);
    const runs = analyzers.flatMap((analyzer) => analyzer.runs);
    expect(runs.toSorted()).toEqual(ids.map((id) => `${id}:damage_detection`).toSorted());
  });

  it('start at the same time on an empty database, and one of them makes the tables', async () => {
    const empty = `${url()}?options=-c%20search_path%3Dempty_one`;
    const { default: pg } = await import('pg');
    const admin = new pg.Client(url());
    await admin.connect();
    await admin.query('create schema empty_one');
    await admin.end();
    const instances = await Promise.all([1, 2, 3].map(() => start({ databaseUrl: empty, data: folder })));
    for (const { client } of instances) expect((await client.get('/inspections')).status).toBe(200);
  });

  it('take over the task of one that was killed', async () => {
    const script = fileURLToPath(new URL('../test-support/stuck-instance.ts', import.meta.url));
    const child = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', script, url(), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    try {
      await waitUntil(async () => expect(said).toContain('http'));
      // Served by an instance that runs no tasks, so that only the other one can have begun it.
      const { client } = await start({ databaseUrl: url(), data: folder });
      const id = await started(client);
      await waitUntil(async () => expect(said).toContain('began'));
      expect((await client.get(`/inspections/${id}`)).json.tasks[0].status).toBe('IN_PROGRESS');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const analyzer = new BrightnessAnalyzer();
      await start({ databaseUrl: url(), data: folder, analyzer });
      const { damages } = await done(client, id);
      expect(damages).toHaveLength(1);
      expect(analyzer.runs).toEqual([`${id}:damage_detection`]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('an instance that is closed in the middle of a task', () => {
  it('leaves it to the next start', async () => {
    const data = join(folder, 'closed');
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stuck: Analyzer = {
      analyze: ({ signal }) =>
        new Promise((_, reject) => {
          begin();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const first = await start({ data, analyzer: stuck });
    const id = await started(first.client);
    await begun;
    await first.service.close();
    const second = await start({ data, analyzer: new BrightnessAnalyzer() });
    expect((await done(second.client, id)).damages).toHaveLength(1);
  });
});
