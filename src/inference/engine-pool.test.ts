import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readManifest } from '../node/load-model.ts';
import { MODELS_FOLDER } from '../node/package-files.ts';
import type { EngineName } from './engine.ts';
import { engineMethods } from './engine-methods.ts';
import { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';
import { serveWorker } from './worker-boundary.ts';

const GPU = { adapter: 'Acme 3000', isFallback: false, shaderF16: false };
const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
const [model] = models;
if (!model) throw new Error('models/ has no model');

const library = { bytes: async () => new ArrayBuffer(8) } as unknown as ModelLibrary;

/** A worker without a thread: whatever is on the other end of its channel. */
function workerOn(channel: MessageChannel): Worker {
  const { port1, port2 } = channel;
  port1.start();
  const terminate = () => {
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { terminate }) as unknown as Worker;
}

/** Takes every message, and never says a word. */
const muteWorker = () => workerOn(new MessageChannel());

/** Loads every model at once. */
function honestWorker(): Worker {
  const channel = new MessageChannel();
  const methods = engineMethods(async () => ({
    facts: { name: 'wasm', runtime: 'test', backend: 'wasm', threads: 1 },
    load: async () => ({ run: async () => ({}), dispose: async () => {} }),
  }));
  channel.port2.start();
  // A port of Node is what comlink takes for an endpoint, but for its types.
  serveWorker(methods, channel.port2 as unknown as Parameters<typeof serveWorker>[1]);
  return workerOn(channel);
}

function poolOf(workers: Partial<Record<EngineName, () => Worker>>, runMs?: number) {
  const lost: string[] = [];
  const made: EngineName[] = [];
  const pool = new EnginePool({
    library,
    runtimeUrl: 'https://app.test/runtime/',
    capabilities: async () => ({
      simd: true,
      threads: false,
      crossOriginIsolated: false,
      cores: 1,
      webgpu: GPU,
    }),
    verdicts: {
      get: async (key) => ({
        passed: true,
        reason: 'its results are right',
        ...(runMs !== undefined && { runMs: key.startsWith('webgpu') ? runMs / 2 : runMs }),
      }),
      put: async () => {},
    },
    device: 'a browser',
    createWorker: (engine) => {
      made.push(engine);
      return workers[engine]?.() ?? muteWorker();
    },
    onDowngrade: ({ engine, reason }) => lost.push(`${engine}: ${reason}`),
  });
  return { pool, lost, made };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets the clock run a second at a time until it is so, and tells how many seconds that took. */
async function secondsUntil(isSo: () => boolean): Promise<number> {
  for (let seconds = 0; ; seconds += 1) {
    await new Promise((resolve) => setImmediate(resolve)); // for what needs no clock
    if (isSo() || seconds === 1_000) return seconds;
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe('a worker that never answers', () => {
  it('costs a minute where its model is known to be quick: then the next engine does its job', async () => {
    const { pool, lost, made } = poolOf({ webgpu: muteWorker, wasm: honestWorker }, 100);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    expect(await secondsUntil(() => made.includes('wasm'))).toBe(60);
    expect(await job).toMatchObject({ value: true, engine: { name: 'wasm' } });
    expect(made).toEqual(['webgpu', 'webgpu', 'wasm']);
    expect(lost).toEqual([expect.stringMatching(/^webgpu: .*no answer within 30000 ms/)]);
    pool.close();
  });

  it('is waited for longer where a run takes long', async () => {
    const { pool, made } = poolOf({ webgpu: muteWorker, wasm: honestWorker }, 2_000);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    expect(await secondsUntil(() => made.includes('wasm'))).toBe(100);
    await job;
    pool.close();
  });

  it('on every engine: the job fails with what happened, and nothing is left waiting', async () => {
    const { pool, lost } = poolOf({}, 100);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    const failed = expect(job).rejects.toMatchObject({ code: 'timeout', retryable: true });
    expect(await secondsUntil(() => lost.length === 2)).toBe(120);
    await failed;
    expect(vi.getTimerCount()).toBe(0);
    pool.close();
  });
});
