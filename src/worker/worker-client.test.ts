import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPortWorker } from './port-worker.suite.ts';
import { WorkerClient } from './worker-client.ts';

type Methods = { getAnswer(): Promise<number> };

let created = 0;
let terminated = 0;
beforeEach(() => {
  [created, terminated] = [0, 0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

function createClient() {
  const createWorker = () => {
    created += 1;
    return createPortWorker({ getAnswer: async () => 42 }, () => {
      terminated += 1;
    });
  };
  return new WorkerClient<Methods>({ name: 'test', createWorker });
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
