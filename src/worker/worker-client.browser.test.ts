import { afterEach, describe, expect, it } from 'vitest';
import type { MoodyMethods } from '../../test/browser/workers/moody-worker.ts';
import { WorkerClient, type WorkerClientOptions } from './worker-client.ts';

const made: Worker[] = [];
const clients: WorkerClient<MoodyMethods>[] = [];

function moodyClient(options: Partial<WorkerClientOptions> = {}) {
  const client = new WorkerClient<MoodyMethods>({
    name: 'moody',
    createWorker: () => {
      const url = new URL('../../test/browser/workers/moody-worker.ts', import.meta.url);
      const worker = new Worker(url, { type: 'module' });
      made.push(worker);
      return worker;
    },
    ...options,
  });
  clients.push(client);
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  made.length = 0;
});

describe('a worker client', () => {
  it('brings an answer back', async () => {
    expect(await moodyClient().run((worker) => worker.echo({ a: [1, 2] }))).toEqual({ a: [1, 2] });
  });

  it("keeps an error's class, code and details across the boundary, and the worker with it", async () => {
    const client = moodyClient();
    await expect(client.run((worker) => worker.refuse())).rejects.toMatchObject({
      name: 'KerbsideError',
      code: 'photo_invalid',
      details: { reason: 'truncated' },
    });
    await client.run((worker) => worker.echo(1));
    expect(made).toHaveLength(1);
  });

  it('calls any other failure engine_failed and goes on with a fresh worker', async () => {
    const client = moodyClient();
    await expect(client.run((worker) => worker.crash())).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'the runtime fell over',
    });
    expect(await client.run((worker) => worker.echo('again'))).toBe('again');
    expect(made).toHaveLength(2);
  });

  it('runs jobs one at a time, in the order of asking, also after one that failed', async () => {
    const client = moodyClient();
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

  it('abort ends a job that blocks the worker, and the next job gets a new one', async () => {
    const client = moodyClient();
    const abort = new AbortController();
    const blocked = client.run((worker) => worker.block(60_000), { signal: abort.signal });
    const next = client.run((worker) => worker.echo('next'));
    setTimeout(() => abort.abort(), 50);
    await expect(blocked).rejects.toMatchObject({ code: 'aborted' });
    expect(await next).toBe('next');
    expect(made).toHaveLength(2);
  });

  it('a job that takes too long is ended with timeout', async () => {
    const client = moodyClient({ timeoutMs: 100 });
    await expect(client.run((worker) => worker.block(60_000))).rejects.toMatchObject({ code: 'timeout' });
    expect(await client.run((worker) => worker.echo(1), { timeoutMs: 20_000 })).toBe(1);
  });

  it('a worker that ends itself rejects its job with worker_lost', async () => {
    await expect(moodyClient().run((worker) => worker.die())).rejects.toMatchObject({
      code: 'worker_lost',
      retryable: true,
    });
  });

  it('a worker that is killed while it is blocked rejects its job with worker_lost', async () => {
    const client = moodyClient();
    await client.run((worker) => worker.echo('warm'));
    const job = client.run((worker) => worker.block(60_000));
    setTimeout(() => made[0]?.terminate(), 100);
    await expect(job).rejects.toMatchObject({ code: 'worker_lost' });
  });

  it('a script that is not there rejects with worker_lost, and says which', async () => {
    const scriptUrl = new URL('/no-such-worker.js', location.href).href;
    const client = moodyClient({ scriptUrl, createWorker: () => new Worker(scriptUrl, { type: 'module' }) });
    await expect(client.run((worker) => worker.echo(1))).rejects.toMatchObject({
      code: 'worker_lost',
      message: `The moody worker ended while it was at work: its script ${scriptUrl} could not be loaded.`,
    });
  });

  it('replaces the worker after a set number of runs', async () => {
    const client = moodyClient({ maxRuns: 3 });
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

  it('ends an idle worker, and not one with jobs waiting', async () => {
    const client = moodyClient({ idleMs: 20 });
    await client.run((worker) => worker.block(100));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all([client.run((worker) => worker.block(100)), client.run((worker) => worker.block(100))]);
    expect(made).toHaveLength(2);
  });
});
