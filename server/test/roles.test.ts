import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, test, vi } from 'vitest';
import type { AnalysisRequest, Analyzer } from '../../src/domain/task/analyzer.ts';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import { type RunningService, type ServiceOptions, startService } from '../index.ts';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

test('a role other than "all" is refused on the embedded database, and an API instance with a secret of its own', async () => {
  await expect(startService({ role: 'worker' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/The role worker needs a Postgres server/),
  });
  const s3 = {
    bucket: 'b',
    region: 'r',
    endpoint: 'http://a.example',
    accessKeyId: 'a',
    secretAccessKey: 's',
  };
  await expect(
    startService({ role: 'api', databaseUrl: 'postgres://a.example/b', s3 }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/must accept the same tokens/) });
});

onPostgres('instances with roles', (url) => {
  let folder: string;
  let running: RunningService[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-roles-'));
  });
  afterEach(async () => {
    await Promise.all(running.map((service) => service.close()));
    running = [];
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = async (options: ServiceOptions) => {
    const service = await startService({ databaseUrl: url(), data: folder, pollMs: 50, ...options });
    running.push(service);
    return service;
  };
  const startTask = async (client: PlainClient): Promise<string> => {
    const image = { acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] };
    const body = { tasks: { damage_detection: { status: 'TODO' } }, images: [image] };
    const photo = new Uint8Array(await halfDark('left'));
    return (await client.post('/inspections', createForm(body, { dark: photo }))).json.id;
  };
  const getStatus = async (client: PlainClient, id: string): Promise<string> =>
    (await client.get(`/inspections/${id}`)).json.tasks[0].status;
  const waitUntilDone = (client: PlainClient, id: string) =>
    waitUntil(async () => expect(await getStatus(client, id)).toBe('DONE'));
  const probe = async (service: RunningService, path: string) =>
    (await fetch(new URL(path, service.url))).status;

  /** Holds each task until `release`, or until it is aborted. */
  const createHeldAnalyzer = () => {
    const brightness = new BrightnessAnalyzer();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const started: string[] = [];
    const analyzer: Analyzer = {
      async analyze(request: AnalysisRequest) {
        started.push(request.inspectionId);
        const aborted = once(request.signal, 'abort').then(() => Promise.reject(request.signal.reason));
        await Promise.race([released, aborted]);
        return brightness.analyze(request);
      },
    };
    return { analyzer, started, release: () => release() };
  };

  it('share the work: the API runs no task, the worker serves no request', async () => {
    const unused = new BrightnessAnalyzer();
    const analyzer = new BrightnessAnalyzer();
    const api = await start({ role: 'api', analyzer: unused });
    const worker = await start({ role: 'worker', analyzer });
    const client = await createPlainClient(api, { id: 'ada' });
    const id = await startTask(client);
    await waitUntilDone(client, id);
    expect([unused.runs, analyzer.runs]).toEqual([[], [`${id}:damage_detection`]]);
    const atWorker = await createPlainClient(worker, { id: 'ada' });
    expect(await atWorker.get('/inspections')).toMatchObject({
      status: 404,
      json: { message: 'This instance is a worker. It serves no API.' },
    });
    for (const service of [api, worker])
      for (const path of ['/livez', '/readyz', '/health']) expect(await probe(service, path)).toBe(200);
  });

  it('report a requested PDF as being generated: a worker makes it', async () => {
    const api = await start({ role: 'api' });
    const client = await createPlainClient(api, { id: 'ada' });
    const { json } = await client.post('/inspections', { tasks: {} });
    await client.post(`/inspections/${json.id}/pdf`, {});
    expect((await client.get(`/inspections/${json.id}/pdf`)).json.message).toBe('The PDF is being generated');
    await start({
      role: 'worker',
      renderReport: async () => new TextEncoder().encode('%PDF-1.7').buffer,
    });
    await waitUntil(async () => expect((await client.get(`/inspections/${json.id}/pdf`)).status).toBe(200));
  });

  it('run as many tasks at once as given, and no more', async () => {
    const { analyzer, started, release } = createHeldAnalyzer();
    const api = await start({ role: 'api' });
    const client = await createPlainClient(api, { id: 'ada' });
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(await startTask(client));
    await start({ role: 'worker', analyzer, tasks: 3 });
    await waitUntil(async () => expect(started).toHaveLength(3));
    expect(await getStatus(client, ids[3] ?? '')).toBe('TODO');
    release();
    for (const id of ids) await waitUntilDone(client, id);
    expect(started.toSorted()).toEqual(ids.toSorted());
  });

  it('finish their tasks when they stop, claim no more, and are not ready meanwhile', async () => {
    const { analyzer, started, release } = createHeldAnalyzer();
    const api = await start({ role: 'api' });
    const client = await createPlainClient(api, { id: 'ada' });
    const worker = await start({ role: 'worker', analyzer, drainMs: 60_000 });
    const first = await startTask(client);
    await waitUntil(async () => expect(started).toEqual([first]));
    const second = await startTask(client);
    const closed = worker.close();
    expect([await probe(worker, '/readyz'), await probe(worker, '/livez')]).toEqual([503, 200]);
    release();
    await closed;
    expect(await getStatus(client, first)).toBe('DONE');
    expect(await getStatus(client, second)).toBe('TODO');
    await start({ role: 'worker', analyzer: new BrightnessAnalyzer() });
    await waitUntilDone(client, second);
  });

  it('hand back tasks that do not end in time', async () => {
    const { analyzer, started } = createHeldAnalyzer();
    const api = await start({ role: 'api' });
    const client = await createPlainClient(api, { id: 'ada' });
    const worker = await start({ role: 'worker', analyzer, tasks: 2, drainMs: 50 });
    const ids = [await startTask(client), await startTask(client)];
    await waitUntil(async () => expect(started).toHaveLength(2));
    await worker.close();
    await start({ role: 'worker', analyzer: new BrightnessAnalyzer() });
    for (const id of ids) await waitUntilDone(client, id);
  });

  it('accept requests during the delay of their stop, while they are not ready', async () => {
    const options = { databaseUrl: url(), data: folder, role: 'api' as const, drainDelayMs: 10_000 };
    let endDelay = () => {};
    const delay = (ms: number) =>
      new Promise<void>((resolve) => {
        expect(ms).toBe(10_000);
        endDelay = resolve;
      });
    const api = await startServiceOn(await openStorage(options), options, { delay });
    running.push(api);
    const client = await createPlainClient(api, { id: 'ada' });
    const closed = api.close();
    expect([await probe(api, '/readyz'), await probe(api, '/livez')]).toEqual([503, 200]);
    expect((await client.post('/inspections', { tasks: {} })).status).toBe(200);
    endDelay();
    await closed;
    await expect(probe(api, '/livez')).rejects.toThrow();
  });

  it('finish open requests when they stop, and accept no others', async () => {
    const api = await start({ role: 'api', drainMs: 60_000 });
    const client = await createPlainClient(api, { id: 'ada' });
    const agent = new Agent({ keepAlive: true }); // the connection of a load balancer stays open
    const body = JSON.stringify({ tasks: {} });
    const open = request(new URL(`${api.url}/inspections`), {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${await api.tokenFor({ id: 'ada' })}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    open.flushHeaders();
    await once(open, 'socket');
    await client.get('/inspections'); // by now the service has the headers of the other request
    const closed = api.close();
    await waitUntil(() => expect(probe(api, '/livez')).rejects.toThrow());
    open.end(body);
    const [response] = (await once(open, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    await closed;
    agent.destroy();
  });
});
