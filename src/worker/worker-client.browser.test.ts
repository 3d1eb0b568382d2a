import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptedMethods } from '../../test/browser/workers/scripted-worker.ts';
import { WorkerClient, type WorkerClientOptions } from './worker-client.ts';

const created: Worker[] = [];
const clients: WorkerClient<ScriptedMethods>[] = [];

function createClient(options: Partial<WorkerClientOptions> = {}) {
  const client = new WorkerClient<ScriptedMethods>({
    name: 'scripted',
    createWorker: () => {
      const url = new URL('../../test/browser/workers/scripted-worker.ts', import.meta.url);
      const worker = new Worker(url, { type: 'module' });
      created.push(worker);
      return worker;
    },
    ...options,
  });
  clients.push(client);
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  created.length = 0;
});

describe('WorkerClient', () => {
  it('returns the result of a job', async () => {
    expect(await createClient().run((worker) => worker.echo({ a: [1, 2] }))).toEqual({ a: [1, 2] });
  });

  it('has ended when close resolves: its lock is free', async () => {
    const client = createClient();
    await client.run((worker) => worker.echo(1));
    const workerLocks = async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name }) => name).filter((name) => name?.startsWith('kerbside:worker:'));
    };
    const before = await workerLocks(); // of this worker, and perhaps of other files
    await client.close();
    expect(await workerLocks()).toHaveLength(before.length - 1);
  });

  it('keeps the class, code and details of a KerbsideError, and keeps the worker', async () => {
    const client = createClient();
    await expect(client.run((worker) => worker.rejectPhoto())).rejects.toMatchObject({
      name: 'KerbsideError',
      code: 'photo_invalid',
      details: { reason: 'truncated' },
    });
    await client.run((worker) => worker.echo(1));
    expect(created).toHaveLength(1);
  });

  it('reports any other error as engine_failed and creates a new worker', async () => {
    const client = createClient();
    await expect(client.run((worker) => worker.crash())).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'the runtime crashed',
    });
    expect(await client.run((worker) => worker.echo('again'))).toBe('again');
    expect(created).toHaveLength(2);
  });

  it('runs jobs one at a time, in the order of the calls, also after a failed job', async () => {
    const client = createClient();
    const order: number[] = [];
    const jobs = [0, 1, 2, 3].map((n) =>
      client.run(async (worker) => {
        order.push(n);
        if (n === 1) await worker.crash();
        await worker.echo(n);
        order.push(n);
      }),
    );
    await Promise.allSettled(jobs);
    expect(order).toEqual([0, 0, 1, 2, 2, 3, 3]);
  });

  it('aborts a job that blocks the worker, and runs the next job in a new worker', async () => {
    const client = createClient();
    const abort = new AbortController();
    const blocked = client.run((worker) => worker.block(60_000), { signal: abort.signal });
    const next = client.run((worker) => worker.echo('next'));
    setTimeout(() => abort.abort(), 50);
    await expect(blocked).rejects.toMatchObject({ code: 'aborted' });
    expect(await next).toBe('next');
    expect(created).toHaveLength(2);
  });

  it('rejects a job with timeout', async () => {
    const client = createClient({ timeoutMs: 100 });
    await expect(client.run((worker) => worker.block(60_000))).rejects.toMatchObject({ code: 'timeout' });
    expect(await client.run((worker) => worker.echo(1), { timeoutMs: 20_000 })).toBe(1);
  });

  it('rejects with worker_lost if the worker closes itself', async () => {
    await expect(createClient().run((worker) => worker.die())).rejects.toMatchObject({
      code: 'worker_lost',
      retryable: true,
    });
  });

  it('rejects with worker_lost if a blocked worker is killed', async () => {
    const client = createClient();
    await client.run((worker) => worker.echo('warm'));
    const job = client.run((worker) => worker.block(60_000));
    setTimeout(() => created[0]?.terminate(), 100);
    await expect(job).rejects.toMatchObject({ code: 'worker_lost' });
  });

  it('rejects with worker_lost if the script is missing, and names the script', async () => {
    const scriptUrl = new URL('/no-such-worker.js', location.href).href;
    const client = createClient({ scriptUrl, createWorker: () => new Worker(scriptUrl, { type: 'module' }) });
    await expect(client.run((worker) => worker.echo(1))).rejects.toMatchObject({
      code: 'worker_lost',
      message: `The scripted worker ended during a job: its script ${scriptUrl} could not be loaded.`,
    });
  });

  it('replaces the worker after maxRuns', async () => {
    const client = createClient({ maxRuns: 3 });
    const calls: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      calls.push(
        await client.run(async (worker) => {
          await worker.echo(n);
          return worker.callsSoFar();
        }),
      );
    }
    expect(calls).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  it('terminates an idle worker, but not one with pending jobs', async () => {
    const client = createClient({ idleMs: 20 });
    await client.run((worker) => worker.block(100));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all([client.run((worker) => worker.block(100)), client.run((worker) => worker.block(100))]);
    expect(created).toHaveLength(2);
  });
});
