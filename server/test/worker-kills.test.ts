import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nodeFlags } from '../../test/fixtures/node-flags.ts';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import { openPg } from '../database/pg-database.ts';
import { type RunningService, startService } from '../index.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { KILL_STEPS, type KillStep, toSchema, toStepUrl } from '../test-support/workers-to-kill.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

/** One process has a worker for each step, with a database of its own. Each is at its step when the process is killed. */
onPostgres('a task whose worker is killed', (url) => {
  let folder: string;
  const running: RunningService[] = [];
  const clients = new Map<KillStep, { client: PlainClient; id: string }>();
  let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;

  const start = async (step: KillStep, options: Parameters<typeof startService>[0]) => {
    const service = await startService({ databaseUrl: toStepUrl(url(), step), data: folder, ...options });
    running.push(service);
    return service;
  };
  const startTask = async (client: PlainClient, step: KillStep): Promise<string> => {
    const callback = { url: `${receiver.url}/${step}`, headers: {}, callback_event: 'STATUS_SET_TO_DONE' };
    const image = { acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] };
    const body = { tasks: { damage_detection: { status: 'TODO', callbacks: [callback] } }, images: [image] };
    const photo = new Uint8Array(await halfDark('left'));
    return (await client.post('/inspections', createForm(body, { dark: photo }))).json.id;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-kills-'));
    receiver = await startCallbackReceiver();
    const admin = await openPg(url());
    for (const step of KILL_STEPS) await admin.query(`create schema ${toSchema(step)}`);
    await admin.close();
    for (const step of KILL_STEPS) {
      const client = await createPlainClient(await start(step, { role: 'api' }), { id: 'ada' });
      clients.set(step, { client, id: await startTask(client, step) });
    }
    const script = fileURLToPath(new URL('../test-support/workers-to-kill.ts', import.meta.url));
    const child = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', script, url(), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    try {
      await waitUntil(async () =>
        expect(output.trim().split('\n').toSorted()).toEqual(KILL_STEPS.toSorted()),
      );
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.close()));
    receiver.close();
    await rm(folder, { recursive: true });
  });

  it.each<[KillStep, { runs: number; callbacks: number }]>([
    ['claimed', { runs: 1, callbacks: 1 }],
    ['photo-read', { runs: 1, callbacks: 1 }],
    ['analyzed', { runs: 1, callbacks: 1 }],
    ['result-written', { runs: 0, callbacks: 1 }],
    ['callback-sent', { runs: 0, callbacks: 2 }], // with the same key: the receiver recognizes it
    // Proves fault F27.
  ])('after the step "%s" is done once: %j by the next worker', async (step, { runs, callbacks }) => {
    const { client, id } = clients.get(step) ?? {};
    if (!client) throw new Error(`There is no client of ${step}.`);
    const analyzer = new BrightnessAnalyzer();
    await start(step, { role: 'worker', analyzer, allowPrivateUrls: true });
    const received = () => receiver.received.filter(({ url: path }) => path?.endsWith(`/${step}`));
    await waitUntil(async () => {
      expect((await client.get(`/inspections/${id}`)).json.tasks[0].status).toBe('DONE');
      expect(received()).toHaveLength(callbacks);
    });
    const database = await openPg(toStepUrl(url(), step));
    await waitUntil(async () => expect(await database.query('select 1 from callbacks')).toEqual([]));
    expect(
      await database.query(`select 1 from jobs where kind = 'task' union all select 1 from dead_jobs`),
    ).toEqual([]);
    await database.close();
    const { json } = await client.get(`/inspections/${id}`);
    expect([json.damages.length, json.images[0].views.length]).toEqual([1, 1]);
    expect(analyzer.runs).toHaveLength(runs);
    expect(new Set(received().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});
