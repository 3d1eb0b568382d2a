import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectVariant } from '../../analysis/model-manifest.ts';
import { abortedError, KerbsideError } from '../../errors.ts';
import { readManifest } from '../../node/models/model-files.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { createPortWorker } from '../../worker/port-worker.suite.ts';
import type { Engine, EngineName } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { readGoldenOutputs } from '../self-test/golden-outputs.ts';
import { createEngineMethods } from '../worker/engine-methods.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { createMemoryVerdictStore } from './verdict-store.ts';

const GPU = { adapter: 'Acme 3000', isFallback: false, shaderF16: false };
const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
const [model] = models;
if (!model) throw new Error('models/ has no model');

const library = { loadFile: async () => new ArrayBuffer(8) } as unknown as ModelLibrary;

/** Accepts every message and never responds. */
const silentWorker = () => createPortWorker();

/** Loads every model immediately. */
const workingWorker = () => engineWorker(async () => ({ run: async () => ({}), dispose: async () => {} }));

function engineWorker(load: Engine['load']): Worker {
  const info = { name: 'wasm', runtime: 'test', backend: 'wasm', threads: 1 } as const;
  return createPortWorker(createEngineMethods(async () => ({ info, load })));
}

function createPool(
  workers: Partial<Record<EngineName, () => Worker>>,
  runMs?: number,
  more: Partial<EnginePoolDeps> = {},
) {
  const downgrades: string[] = [];
  const created: EngineName[] = [];
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
        reason: 'self-test passed',
        ...(runMs !== undefined && { runMs: key.startsWith('webgpu') ? runMs / 2 : runMs }),
      }),
      put: async () => {},
      close: () => {},
    },
    userAgent: 'a browser',
    createWorker: (engine) => {
      created.push(engine);
      return workers[engine]?.() ?? silentWorker();
    },
    onDowngrade: ({ engine, reason }) => downgrades.push(`${engine}: ${reason}`),
    // The timeout grows with the time that the runtime took to load. On a busy machine that would vary.
    now: () => 0,
    ...more,
  });
  return { pool, downgrades, created };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Advances the clock second by second until the condition is true. Returns the number of seconds. */
async function secondsUntil(condition: () => boolean): Promise<number> {
  for (let seconds = 0; ; seconds += 1) {
    await new Promise((resolve) => setImmediate(resolve)); // for work without timers
    if (condition() || seconds === 1_000) return seconds;
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe('a worker that never responds', () => {
  it('is abandoned for the next engine after 1 minute, if its model is fast', async () => {
    const { pool, downgrades, created } = createPool({ webgpu: silentWorker, wasm: workingWorker }, 100);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    expect(await secondsUntil(() => created.includes('wasm'))).toBe(60);
    expect(await job).toMatchObject({ value: true, engine: { name: 'wasm' } });
    expect(created).toEqual(['webgpu', 'webgpu', 'wasm']);
    expect(downgrades).toEqual([expect.stringMatching(/^webgpu: .*did not respond within 30000 ms/)]);
    pool.close();
  });

  it('gets a longer timeout if its model is slow', async () => {
    const { pool, created } = createPool({ webgpu: silentWorker, wasm: workingWorker }, 2_000);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    expect(await secondsUntil(() => created.includes('wasm'))).toBe(100);
    await job;
    pool.close();
  });

  // Proves fault F2.
  it('fails the job with timeout if all engines do not respond, and leaves no timer', async () => {
    const { pool, downgrades } = createPool({}, 100);
    const job = pool.run(model, (worker, key) => worker.isLoaded(key));
    const failed = expect(job).rejects.toMatchObject({ code: 'timeout', retryable: true });
    expect(await secondsUntil(() => downgrades.length === 2)).toBe(120);
    await failed;
    expect(vi.getTimerCount()).toBe(0);
    pool.close();
  });
});

it('a job without a model runs in a worker that is there and idle', async () => {
  const photoMs = (key: string) => (key.startsWith('webgpu') ? 5 : 50);
  const { pool, created } = createPool({ webgpu: workingWorker, wasm: workingWorker }, 1, {
    verdicts: {
      ...createMemoryVerdictStore(),
      get: async (key) => ({ passed: true, reason: '', photoMs: photoMs(key) }),
    },
  });
  await pool.run(model, (worker, key) => worker.isLoaded(key));
  await pool.runOnAnyEngine(async () => {});
  expect(created).toEqual(['webgpu']);
  await pool.close();
});

describe('self-tests that several jobs wait for', () => {
  /** A pool without verdicts. Its library returns no file before `release` is called. */
  function createSlowPool() {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const loadFile = async (_file: unknown, signal?: AbortSignal) => {
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(abortedError(signal)));
      });
      await Promise.race([gate, aborted]);
      throw new KerbsideError('model_unavailable', 'the end of this test');
    };
    const pool = new EnginePool({
      library: { loadFile } as unknown as ModelLibrary,
      runtimeUrl: 'https://app.test/runtime/',
      capabilities: async () => ({ simd: true, threads: false, crossOriginIsolated: false, cores: 1 }),
      verdicts: createMemoryVerdictStore(),
      userAgent: 'a browser',
      createWorker: silentWorker,
    });
    return { pool, release };
  }

  it('continue for the other jobs if the first job is aborted', async () => {
    const { pool, release } = createSlowPool();
    const [first, second] = [new AbortController(), new AbortController()];
    const job = async () => undefined;
    const [aborted, remaining] = [first, second].map(({ signal }) =>
      pool.run(model, job, signal).catch((error) => error),
    );
    await new Promise(setImmediate);
    first.abort();
    expect(await aborted).toMatchObject({ code: 'aborted' });
    release();
    expect(await remaining).toMatchObject({ code: 'model_unavailable' }); // its own request of the file
    pool.close();
  });

  it('are run again by the next job, whichever model had no engine', async () => {
    const [damage, parts] = ['damage', 'parts'].map((name) => models.find((one) => one.name === name));
    if (!damage || !parts) throw new Error('models/ has no damage or no parts model');
    let hasMemory = false;
    const read = async (file: string) => new Uint8Array(await readFile(`${MODELS_FOLDER}${file}`)).buffer;
    const pool = new EnginePool({
      library: { loadFile: ({ file }: { file: string }) => read(file) } as unknown as ModelLibrary,
      runtimeUrl: 'https://app.test/runtime/',
      capabilities: async () => ({ simd: true, threads: false, crossOriginIsolated: false, cores: 1 }),
      verdicts: createMemoryVerdictStore(),
      userAgent: 'a phone',
      createWorker: () =>
        engineWorker(async (bytes) => {
          const loaded =
            [damage, parts].find((one) => selectVariant(one, 'int8').bytes === bytes.byteLength) ?? damage;
          if (loaded === parts && !hasMemory) throw new KerbsideError('engine_failed', 'out of memory');
          const outputs = readGoldenOutputs(await read(selectVariant(loaded, 'int8').golden.file), loaded);
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

describe('a runtime that the page cannot fetch', () => {
  const NO_RUNTIME = 'https://app.test/runtime/ort.wasm could not be fetched: the server responded with 404.';
  const unavailable = () =>
    Promise.reject(new KerbsideError('model_unavailable', NO_RUNTIME, { retryable: true }));
  const withoutRuntime = () =>
    engineWorker(async () => Promise.reject(new Error('Aborted(CompileError: fell off end @+0)')));

  it('is the error of the job, with the compile error of the worker as its cause', async () => {
    const { pool } = createPool({ webgpu: withoutRuntime, wasm: withoutRuntime }, 100, {
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

  it('does not affect the next engine, whose runtime is available', async () => {
    const { pool, downgrades } = createPool({ webgpu: withoutRuntime, wasm: workingWorker }, 100, {
      fetchRuntime: async (engine) => (engine === 'webgpu' ? unavailable() : undefined),
    });
    expect(await pool.run(model, async () => 'done')).toMatchObject({ value: 'done' });
    expect(downgrades).toEqual([`webgpu: ${NO_RUNTIME}`]);
    pool.close();
  });

  it('is requested once and is not the error of later failures, if the worker has the runtime', async () => {
    let requests = 0;
    const fetchRuntime = () => {
      requests += 1;
      return unavailable();
    };
    const { pool } = createPool({ wasm: workingWorker }, 100, { fetchRuntime, forcedEngine: 'wasm' });
    const run = (job: () => Promise<string>) => pool.run(model, job);
    for (let time = 0; time < 3; time += 1)
      expect(await run(async () => 'done')).toMatchObject({ value: 'done' });
    expect(requests).toBe(1);
    const lost = async () => Promise.reject(new KerbsideError('engine_failed', 'the device was lost'));
    await expect(run(lost)).rejects.toMatchObject({ code: 'engine_failed', message: 'the device was lost' });
    pool.close();
  });

  it('is the error of a later worker that lost its runtime', async () => {
    let isAvailable = true;
    const { pool } = createPool({ wasm: () => (isAvailable ? workingWorker() : withoutRuntime()) }, 100, {
      fetchRuntime: async () => (isAvailable ? undefined : unavailable()),
      forcedEngine: 'wasm',
      workerLimits: { maxRuns: 1 },
    });
    await pool.run(model, async () => 'done');
    isAvailable = false;
    await expect(pool.run(model, async () => 'done')).rejects.toMatchObject({ message: NO_RUNTIME });
    pool.close();
  });
});

describe('engines that failed before their self-test', () => {
  it.each([undefined, 'wasm'] as const)(
    'are tested by the next job (forced engine: %s)',
    async (forcedEngine) => {
      let isBroken = true;
      const golden = await readFile(`${MODELS_FOLDER}${selectVariant(model, 'int8').golden.file}`);
      const bytes = new Uint8Array(golden).buffer;
      const outputs = readGoldenOutputs(bytes, model);
      const load = async () => ({ run: async () => structuredClone(outputs), dispose: async () => {} });
      const { pool } = createPool({}, undefined, {
        library: { loadFile: async () => bytes } as unknown as ModelLibrary,
        verdicts: createMemoryVerdictStore(),
        hasWorker: (engine) => engine === 'wasm',
        createWorker: () => {
          if (isBroken) throw new Error('no such worker');
          return engineWorker(load);
        },
        ...(forcedEngine && { forcedEngine }),
      });
      await pool.rankEngines(model);
      isBroken = false;
      expect(await pool.run(model, async () => 'done')).toMatchObject({ value: 'done' });
      pool.close();
    },
  );
});

describe('a worker that has run its models often', () => {
  it.each([
    // Each job runs the model at 2 scales.
    { engine: 'webgpu', counts: 'model runs', workers: 3 },
    { engine: 'wasm', counts: 'jobs', workers: 2 },
  ] as const)('is replaced: $engine after a number of $counts', async ({ engine, workers }) => {
    const { pool, created } = createPool({ webgpu: workingWorker, wasm: workingWorker }, 100, {
      forcedEngine: engine,
      workerLimits: { maxRuns: 6 },
    });
    for (let job = 0; job < 7; job += 1) await pool.run(model, (worker, key) => worker.timeTypicalPhoto(key));
    expect(created).toEqual(Array(workers).fill(engine));
    pool.close();
  });

  it('is replaced earlier if it is idle, and the models are loaded and warm before the next photo', async () => {
    const loaded: number[] = [];
    const worker = () => {
      const index = loaded.push(0) - 1;
      return engineWorker(async () => {
        loaded[index] = (loaded[index] ?? 0) + 1;
        return { run: async () => ({}), dispose: async () => {} };
      });
    };
    const { pool, created } = createPool({ webgpu: worker }, 100, {
      forcedEngine: 'webgpu',
      workerLimits: { maxRuns: 10 },
    });
    const run = () => pool.run(model, (methods, key) => methods.timeTypicalPhoto(key));
    for (let job = 0; job < 4; job += 1) await run(); // 8 runs
    expect(created).toHaveLength(1);
    expect(await secondsUntil(() => loaded[1] === 1)).toBeLessThanOrEqual(2);
    await run();
    expect(loaded).toEqual([1, 1]);
    pool.close();
  });

  it('is replaced by one with its own models, without those that only earlier workers ran', async () => {
    const [, earlier] = models;
    if (!earlier) throw new Error('models/ has one model only');
    const loaded: string[][] = [];
    const worker = () => {
      const own: string[] = [];
      loaded.push(own);
      return engineWorker(async (bytes) => {
        own.push(new TextDecoder().decode(bytes));
        return { run: async () => ({}), dispose: async () => {} };
      });
    };
    const loadFile = async ({ file }: { file: string }) => new TextEncoder().encode(file).buffer;
    const { pool, created } = createPool({ webgpu: worker }, 100, {
      forcedEngine: 'webgpu',
      workerLimits: { maxRuns: 10 },
      library: { loadFile } as unknown as ModelLibrary,
    });
    await pool.run(earlier, (methods, key) => methods.isLoaded(key));
    await vi.advanceTimersByTimeAsync(30_000); // ends while it is idle
    for (let job = 0; job < 4; job += 1)
      await pool.run(model, (methods, key) => methods.timeTypicalPhoto(key)); // 8 runs
    expect(await secondsUntil(() => created.length === 3)).toBeLessThanOrEqual(2);
    await pool.run(model, (methods, key) => methods.isLoaded(key));
    const [earlierFile, file] = [earlier, model].map((one) => selectVariant(one, 'int8').file);
    expect(loaded).toEqual([[earlierFile], [file], [file]]);
    pool.close();
  });
});

it('a pool that is closed creates no worker: its jobs reject with closed', async () => {
  const { pool, created } = createPool({ webgpu: workingWorker, wasm: workingWorker }, 100);
  await pool.run(model, (worker, key) => worker.isLoaded(key));
  await pool.close();
  await expect(pool.runOnAnyEngine(async () => 'done')).rejects.toMatchObject({ code: 'closed' });
  await expect(pool.run(model, async () => 'done')).rejects.toMatchObject({ code: 'closed' });
  expect(created).toEqual(['webgpu']);
});
