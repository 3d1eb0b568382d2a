import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortedError, KerbsideError } from '../../errors.ts';
import { readManifest } from '../../node/models/load-model.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { serveWorker } from '../../worker/worker-boundary.ts';
import { type ModelLibrary, variantOf } from '../files/model-library.ts';
import type { Engine, EngineName } from './engine.ts';
import { engineMethods } from './engine-methods.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { goldenOutputs } from './golden-outputs.ts';
import { forgetfulVerdicts } from './verdicts.ts';

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
const honestWorker = () => workerWith(async () => ({ run: async () => ({}), dispose: async () => {} }));

function workerWith(load: Engine['load']): Worker {
  const channel = new MessageChannel();
  const methods = engineMethods(async () => ({
    facts: { name: 'wasm', runtime: 'test', backend: 'wasm', threads: 1 },
    load,
  }));
  channel.port2.start();
  // A port of Node is what comlink takes for an endpoint, but for its types.
  serveWorker(methods, channel.port2 as unknown as Parameters<typeof serveWorker>[1]);
  return workerOn(channel);
}

function poolOf(
  workers: Partial<Record<EngineName, () => Worker>>,
  runMs?: number,
  more: Partial<EnginePoolDeps> = {},
) {
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
    // Patience grows with what a runtime took to come, by the millisecond: a busy machine's would be counted too.
    now: () => 0,
    ...more,
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

describe('engines that prove themselves for several jobs at once', () => {
  /** Nothing is known yet; the library hands out no byte before it is told to. */
  function slowStart() {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const bytes = async (_file: unknown, signal?: AbortSignal) => {
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(abortedError(signal)));
      });
      await Promise.race([gate, aborted]);
      throw new KerbsideError('model_unavailable', 'the end of this test');
    };
    const pool = new EnginePool({
      library: { bytes } as unknown as ModelLibrary,
      runtimeUrl: 'https://app.test/runtime/',
      capabilities: async () => ({ simd: true, threads: false, crossOriginIsolated: false, cores: 1 }),
      verdicts: forgetfulVerdicts(),
      device: 'a browser',
      createWorker: muteWorker,
    });
    return { pool, go };
  }

  it('go on for the others when the job that came first is aborted', async () => {
    const { pool, go } = slowStart();
    const [first, second] = [new AbortController(), new AbortController()];
    const job = async () => undefined;
    const [left, stays] = [first, second].map(({ signal }) =>
      pool.run(model, job, signal).catch((error) => error),
    );
    await new Promise(setImmediate);
    first.abort();
    expect(await left).toMatchObject({ code: 'aborted' });
    go();
    expect(await stays).toMatchObject({ code: 'model_unavailable' }); // it was asked for on its own account
    pool.close();
  });

  it('are all tried again by the next job, whichever of its models had found none', async () => {
    const [damage, parts] = ['damage', 'parts'].map((name) => models.find((one) => one.name === name));
    if (!damage || !parts) throw new Error('models/ has no damage or no parts model');
    let hasMemory = false;
    const read = async (file: string) => new Uint8Array(await readFile(`${MODELS_FOLDER}${file}`)).buffer;
    const pool = new EnginePool({
      library: { bytes: ({ file }: { file: string }) => read(file) } as unknown as ModelLibrary,
      runtimeUrl: 'https://app.test/runtime/',
      capabilities: async () => ({ simd: true, threads: false, crossOriginIsolated: false, cores: 1 }),
      verdicts: forgetfulVerdicts(),
      device: 'a phone',
      createWorker: () =>
        workerWith(async (bytes) => {
          const loaded =
            [damage, parts].find((one) => variantOf(one, 'int8').bytes === bytes.byteLength) ?? damage;
          if (loaded === parts && !hasMemory) throw new KerbsideError('engine_failed', 'out of memory');
          const outputs = goldenOutputs(await read(variantOf(loaded, 'int8').golden.file), loaded);
          return { run: async () => structuredClone(outputs), dispose: async () => {} };
        }),
    });
    const both = () => pool.run([damage, parts], async () => 'done');
    await expect(both()).rejects.toMatchObject({ code: 'engine_failed', message: 'out of memory' });
    hasMemory = true;
    expect(await both()).toMatchObject({ value: 'done' });
    pool.close();
  });
});

describe('a runtime that the page can not fetch', () => {
  const NO_RUNTIME = 'https://app.test/runtime/ort.wasm could not be fetched: the server answered 404.';
  const unavailable = () =>
    Promise.reject(new KerbsideError('model_unavailable', NO_RUNTIME, { retryable: true }));
  const withoutRuntime = () =>
    workerWith(async () => Promise.reject(new Error('Aborted(CompileError: fell off end @+0)')));

  it('is what the job fails with, and not what its worker could not compile', async () => {
    const { pool } = poolOf({ webgpu: withoutRuntime, wasm: withoutRuntime }, 100, {
      fetchRuntime: unavailable,
    });
    await expect(pool.run(model, async () => 'done')).rejects.toMatchObject({
      code: 'model_unavailable',
      message: NO_RUNTIME,
      retryable: true,
      cause: { code: 'engine_failed', message: expect.stringContaining('CompileError') },
    });
    pool.close();
  });

  it('is no reason to leave out the next engine, whose runtime is there', async () => {
    const { pool, lost } = poolOf({ webgpu: withoutRuntime, wasm: honestWorker }, 100, {
      fetchRuntime: async (engine) => (engine === 'webgpu' ? unavailable() : undefined),
    });
    expect(await pool.run(model, async () => 'done')).toMatchObject({ value: 'done' });
    expect(lost).toEqual([`webgpu: ${NO_RUNTIME}`]);
    pool.close();
  });

  it('does no harm where its worker has it: it is asked for once, and not blamed for what fails later', async () => {
    let asked = 0;
    const fetchRuntime = () => {
      asked += 1;
      return unavailable();
    };
    const { pool } = poolOf({ wasm: honestWorker }, 100, { fetchRuntime, forced: 'wasm' });
    const run = (job: () => Promise<string>) => pool.run(model, job);
    for (let time = 0; time < 3; time += 1)
      expect(await run(async () => 'done')).toMatchObject({ value: 'done' });
    expect(asked).toBe(1);
    const lost = async () => Promise.reject(new KerbsideError('engine_failed', 'the device was lost'));
    await expect(run(lost)).rejects.toMatchObject({ code: 'engine_failed', message: 'the device was lost' });
    pool.close();
  });

  it('any more is told, too, when a later worker does not find it', async () => {
    let isThere = true;
    const { pool } = poolOf({ wasm: () => (isThere ? honestWorker() : withoutRuntime()) }, 100, {
      fetchRuntime: async () => (isThere ? undefined : unavailable()),
      forced: 'wasm',
      workerLimits: { maxRuns: 1 },
    });
    await pool.run(model, async () => 'done');
    isThere = false;
    await expect(pool.run(model, async () => 'done')).rejects.toMatchObject({ message: NO_RUNTIME });
    pool.close();
  });
});

describe('engines that could not be tried when somebody asked about them', () => {
  it.each([undefined, 'wasm'] as const)('are tried by the next job (forced: %s)', async (forced) => {
    let isDead = true;
    const golden = await readFile(`${MODELS_FOLDER}${variantOf(model, 'int8').golden.file}`);
    const bytes = new Uint8Array(golden).buffer;
    const outputs = goldenOutputs(bytes, model);
    const honest = async () => ({ run: async () => structuredClone(outputs), dispose: async () => {} });
    const { pool } = poolOf({}, undefined, {
      library: { bytes: async () => bytes } as unknown as ModelLibrary,
      verdicts: forgetfulVerdicts(),
      hasWorker: (engine) => engine === 'wasm',
      createWorker: () => {
        if (isDead) throw new Error('no such worker');
        return workerWith(honest);
      },
      ...(forced && { forced }),
    });
    await pool.ranking(model);
    isDead = false;
    expect(await pool.run(model, async () => 'done')).toMatchObject({ value: 'done' });
    pool.close();
  });
});
