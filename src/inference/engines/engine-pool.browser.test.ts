import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createEngineWorker,
  createFreshModel,
  drawPatchPhoto,
  ModelServer,
  RUNTIME_URL,
} from '../../../test/browser/support/engine-harness.ts';
import type { EngineBehavior } from '../../../test/browser/workers/engine-worker.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { createBrowserPlatform } from '../../platform/browser-platform.ts';
import type { EngineName } from '../engine.ts';
import { ModelCache } from '../files/model-cache.ts';
import { ModelLibrary } from '../files/model-library.ts';
import type { Capabilities } from './capabilities.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { createMemoryVerdictStore } from './verdict-store.ts';

const ONE_CORE: Capabilities = { simd: true, threads: false, crossOriginIsolated: false, cores: 1 };
const GPU = { webgpu: { adapter: 'Acme 3000', isFallback: false, shaderF16: false } };

let created: { engine: EngineName; behavior: EngineBehavior }[];
let model: ModelEntry;
let library: ModelLibrary;
let server: ModelServer;
let photo: ArrayBuffer;
beforeEach(async () => {
  created = [];
  server = new ModelServer(await createFreshModel());
  const cache = new ModelCache({
    platform: createBrowserPlatform(),
    fetch: (...args) => fetch(...args),
    caches,
  });
  library = new ModelLibrary(server.url, cache);
  const [first] = (await library.manifest()).models;
  if (!first) throw new Error('the manifest lists no model');
  model = first;
  photo = await (await drawPatchPhoto()).arrayBuffer();
});

function createPool(
  capabilities: Capabilities,
  deps: Partial<EnginePoolDeps> & { behaviors?: Partial<Record<EngineName, EngineBehavior>> } = {},
) {
  const { behaviors = {}, ...others } = deps;
  const pool = new EnginePool({
    library,
    runtimeUrl: RUNTIME_URL,
    capabilities: async () => capabilities,
    verdicts: createMemoryVerdictStore(),
    userAgent: 'a browser',
    createWorker: (engine) => {
      const behavior = behaviors[engine] ?? 'correct';
      created.push({ engine, behavior });
      return createEngineWorker({ engine, behavior, runMs: engine === 'webgpu' ? 1 : 20 });
    },
    ...others,
  });
  onTestFinished(() => pool.close());
  return pool;
}

const detect = async (pool: EnginePool) => {
  const { value, engine } = await pool.run(model, (worker, key) =>
    worker.detect([{ model: key, threshold: 0.5 }], { image: { id: 'photo', bytes: photo } }),
  );
  return { detections: value.flat(), engine };
};
const countWorkers = (engine: EngineName) => created.filter((worker) => worker.engine === engine).length;

describe('EnginePool', () => {
  it('terminates a worker that never responds, retries once, then uses the next engine', {
    tags: 'long',
  }, async () => {
    const downgrades: string[] = [];
    const pool = createPool(
      { ...ONE_CORE, ...GPU },
      {
        behaviors: { webgpu: 'silent' },
        workerLimits: { timeoutMs: 5000 },
        onDowngrade: ({ engine, reason }) => downgrades.push(`${engine}: ${reason}`),
      },
    );
    await pool.rankEngines(model);
    const { detections, engine } = await detect(pool);
    expect(engine.backend).toBe('wasm');
    expect(detections).toHaveLength(2);
    expect(countWorkers('webgpu')).toBe(2);
    expect(downgrades).toEqual([expect.stringMatching(/^webgpu: .*did not respond within 5000 ms/)]);
  });

  // Proves fault F3.
  it('replaces a worker after maxRuns, and loads the model into the new one', async () => {
    const pool = createPool(ONE_CORE, { workerLimits: { maxRuns: 4 } });
    for (let run = 0; run < 8; run += 1) expect((await detect(pool)).detections).toHaveLength(2);
    expect(countWorkers('wasm')).toBeGreaterThan(2);
  });

  it('terminates an idle worker, and creates one for the next job', async () => {
    const pool = createPool(ONE_CORE, { workerLimits: { idleMs: 1 } });
    await detect(pool);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = countWorkers('wasm');
    expect((await detect(pool)).detections).toHaveLength(2);
    expect(countWorkers('wasm')).toBeGreaterThan(before);
  });

  // Proves fault F7.
  it('a job that is aborted while it waits for the lock of a model file does not fail the next job', async () => {
    const pool = createPool(ONE_CORE);
    const [variant] = model.variants;
    const release = await holdLock(`kerbside:model:${variant?.golden.sha256}`);
    onTestFinished(release);
    const stop = new AbortController();
    const aborted = pool.rankEngines(model, stop.signal);
    const other = detect(pool); // shares the ranking, with the self-test that the first job started
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'KerbsideError', code: 'aborted' });
    release();
    expect((await other).detections).toHaveLength(2);
  });

  it('reads a model file only if the worker lacks the model', async () => {
    let reads = 0;
    const { loadFile: bytes } = library;
    library.loadFile = (...args) => {
      if (args[0].file.endsWith('.onnx')) reads += 1;
      return bytes.apply(library, args);
    };
    const pool = createPool(ONE_CORE);
    for (let run = 0; run < 5; run += 1) await detect(pool);
    expect(reads).toBe(1);
  });

  it('uses tfjs without SIMD', async () => {
    const pool = createPool({ ...ONE_CORE, simd: false });
    const { engine } = await detect(pool);
    expect(engine.name).toBe('tfjs');
    expect(created.map(({ engine: name }) => name)).toEqual(['tfjs']);
    expect(await pool.listCandidates()).toContainEqual({
      engine: 'wasm',
      possible: false,
      reason: 'WebAssembly in this browser has no SIMD',
    });
  });

  it('does not use an engine without a worker', async () => {
    const pool = createPool({ ...ONE_CORE, ...GPU }, { hasWorker: (engine) => engine === 'wasm' });
    expect((await detect(pool)).engine.name).toBe('wasm');
    expect(created.map(({ engine: name }) => name)).toEqual(['wasm']);
  });

  it('tries all engines again with the next job, if none could start', async () => {
    const pool = createPool(ONE_CORE, {
      createWorker: (engine) => {
        created.push({ engine, behavior: created.length < 2 ? 'dies-at-once' : 'correct' });
        return createEngineWorker({ engine, behavior: created.at(-1)?.behavior ?? 'correct', runMs: 20 });
      },
    });
    await expect(detect(pool)).rejects.toMatchObject({ code: 'worker_lost' });
    expect((await detect(pool)).detections).toHaveLength(2);
  });

  it('uses the next engine if a worker cannot be created', async () => {
    const pool = createPool(
      { ...ONE_CORE, ...GPU },
      {
        createWorker: (engine) => {
          if (engine === 'webgpu') throw new DOMException('Script may not be accessed', 'SecurityError');
          return createEngineWorker({ engine, behavior: 'correct', runMs: 20 });
        },
      },
    );
    expect((await detect(pool)).engine.name).toBe('wasm');
  });
});

/** Holds a Web Lock, as another tab that downloads a model does. Returns a function that releases it. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((onHeld) => {
    void navigator.locks.request(name, () => new Promise<void>((release) => onHeld(release)));
  });
}
