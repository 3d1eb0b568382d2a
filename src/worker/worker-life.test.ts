import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serveWorker } from './worker-boundary.ts';
import { WorkerClient } from './worker-client.ts';

type Methods = { answer(): Promise<number> };

let made = 0;
let ended = 0;

/** A worker without a thread: a port of Node is what comlink takes for an endpoint, but for its types. */
function createWorker(): Worker {
  made += 1;
  const { port1, port2 } = new MessageChannel();
  port1.start();
  port2.start();
  serveWorker({ answer: async () => 42 }, port2 as unknown as Parameters<typeof serveWorker>[1]);
  const terminate = () => {
    ended += 1;
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { terminate }) as unknown as Worker;
}

beforeEach(() => {
  [made, ended] = [0, 0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

it('a worker ends 30 s after its last job, and not before', async () => {
  const client = new WorkerClient<Methods>({ name: 'any', createWorker });
  await client.run((worker) => worker.answer());
  await vi.advanceTimersByTimeAsync(20_000);
  await client.run((worker) => worker.answer());
  await vi.advanceTimersByTimeAsync(29_999);
  expect(ended).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([made, ended]).toEqual([1, 1]);
  client.close();
});

it('a worker is replaced after two hundred runs', async () => {
  const client = new WorkerClient<Methods>({ name: 'any', createWorker });
  for (let run = 0; run < 200; run += 1) await client.run((worker) => worker.answer());
  expect([made, ended]).toEqual([1, 1]);
  await client.run((worker) => worker.answer());
  expect([made, ended]).toEqual([2, 1]);
  client.close();
});
