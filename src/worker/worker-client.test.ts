import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPortWorker } from './port-worker.suite.ts';
import { type Renewal, WorkerClient } from './worker-client.ts';

type Methods = { getAnswer(): Promise<number> };

let created = 0;
let terminated = 0;
beforeEach(() => {
  [created, terminated] = [0, 0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

function createClient(renewal?: Renewal<Methods>) {
  const createWorker = () => {
    created += 1;
    return createPortWorker({ getAnswer: async () => 42 }, () => {
      terminated += 1;
    });
  };
  return new WorkerClient<Methods>({ name: 'test', createWorker }, renewal);
}

describe('WorkerClient defaults', () => {
  it('terminates the worker 30 s after its last job', async () => {
    const client = createClient();
    await client.run((worker) => worker.getAnswer());
    await vi.advanceTimersByTimeAsync(20_000);
    await client.run((worker) => worker.getAnswer());
    await vi.advanceTimersByTimeAsync(29_999);
    expect(terminated).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([created, terminated]).toEqual([1, 1]);
    client.close();
  });

  it('replaces the worker after 200 runs', async () => {
    const client = createClient();
    for (let run = 0; run < 200; run += 1) await client.run((worker) => worker.getAnswer());
    expect([created, terminated]).toEqual([1, 1]);
    await client.run((worker) => worker.getAnswer());
    expect([created, terminated]).toEqual([2, 1]);
    client.close();
  });
});

describe('a worker that is renewed after 3 runs and 1 s without jobs', () => {
  let prepared: number[];
  beforeEach(() => {
    prepared = [];
  });
  const prepare = async (worker: Methods) => prepared.push(await worker.getAnswer());
  const renewal = { afterRuns: 3, afterIdleMs: 1_000, prepare };
  const runs = async (client: WorkerClient<Methods>, count: number) => {
    for (let run = 0; run < count; run += 1) await client.run((worker) => worker.getAnswer());
  };

  it('ends when it is idle, and its successor is prepared before the next job', async () => {
    const client = createClient(renewal);
    await runs(client, 3);
    await vi.advanceTimersByTimeAsync(999);
    expect([created, terminated]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await client.run(async () => expect(prepared).toEqual([42]));
    expect([created, terminated]).toEqual([2, 1]);
    client.close();
  });

  it('is not replaced earlier, nor while it has jobs', async () => {
    const client = createClient(renewal);
    await runs(client, 2);
    await vi.advanceTimersByTimeAsync(2_000);
    for (let job = 0; job < 5; job += 1) {
      await runs(client, 1);
      await vi.advanceTimersByTimeAsync(999);
    }
    expect([created, terminated]).toEqual([1, 0]);
    client.close();
  });

  it('has a successor that ends after 30 s without jobs, and is not renewed before it has runs of its own', async () => {
    const client = createClient({
      ...renewal,
      prepare: (worker) => Promise.all([prepare(worker), prepare(worker)]),
    });
    await runs(client, 3);
    await vi.advanceTimersByTimeAsync(1_000);
    await client.run(async () => {}, { countRuns: () => 0 });
    await vi.advanceTimersByTimeAsync(29_999);
    expect([created, terminated]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([created, terminated]).toEqual([2, 2]);
    client.close();
  });

  it('still gets a successor if that cannot be prepared', async () => {
    const client = createClient({ ...renewal, prepare: () => Promise.reject(new Error('no model')) });
    await runs(client, 3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await client.run((worker) => worker.getAnswer())).toBe(42);
    client.close();
  });
});

describe('a client that is closed', () => {
  const jobs = {
    'before the worker has started': createPortWorker,
    'while the worker runs it': () => createPortWorker({ getAnswer: () => new Promise(() => {}) }),
  };
  it.each(Object.entries(jobs))('rejects its job and those that wait: %s', async (_name, createWorker) => {
    const client = new WorkerClient<Methods>({ name: 'test', createWorker: () => createWorker() });
    const outcomes = [0, 1].map(() => client.run((worker) => worker.getAnswer()).catch((error) => error));
    await new Promise((resolve) => setImmediate(resolve));
    void client.close();
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ code: 'closed' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects a job that waits until the successor of its worker is prepared', async () => {
    const createWorker = () => {
      created += 1;
      return created === 1 ? createPortWorker({ getAnswer: async () => 42 }) : createPortWorker();
    };
    const prepare = (worker: Methods) => worker.getAnswer();
    const client = new WorkerClient<Methods>(
      { name: 'test', createWorker },
      { afterRuns: 1, afterIdleMs: 1_000, prepare },
    );
    await client.run((worker) => worker.getAnswer());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(created).toBe(2);
    const waiting = client.run((worker) => worker.getAnswer()).catch((error) => error);
    void client.close();
    expect(await waiting).toMatchObject({ code: 'closed' });
  });
});
