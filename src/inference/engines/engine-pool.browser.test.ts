import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  fieldWorker,
  freshModel,
  ModelServer,
  patchPhoto,
  RUNTIME_URL,
} from '../../../test/browser/support/field.ts';
import type { Mood } from '../../../test/browser/workers/field-engine.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { browserPlatform } from '../../platform/browser.ts';
import { ModelCache } from '../files/model-cache.ts';
import { ModelLibrary } from '../files/model-library.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { forgetfulVerdicts } from './verdicts.ts';

const ONE_CORE: Capabilities = { simd: true, threads: false, crossOriginIsolated: false, cores: 1 };
const GPU = { webgpu: { adapter: 'Acme 3000', isFallback: false, shaderF16: false } };

let made: { engine: EngineName; mood: Mood }[];
let model: ModelEntry;
let library: ModelLibrary;
let server: ModelServer;
let photo: ArrayBuffer;
beforeEach(async () => {
  made = [];
  server = new ModelServer(await freshModel());
  const cache = new ModelCache({ platform: browserPlatform(), fetch: (...args) => fetch(...args), caches });
  library = new ModelLibrary(server.url, cache);
  const [found] = (await library.manifest()).models;
  if (!found) throw new Error('the manifest names no model');
  model = found;
  photo = await (await patchPhoto()).arrayBuffer();
});

function poolOf(
  capabilities: Capabilities,
  deps: Partial<EnginePoolDeps> & { moods?: Partial<Record<EngineName, Mood>> } = {},
) {
  const { moods = {}, ...others } = deps;
  const pool = new EnginePool({
    library,
    runtimeUrl: RUNTIME_URL,
    capabilities: async () => capabilities,
    verdicts: forgetfulVerdicts(),
    device: 'a browser',
    createWorker: (engine) => {
      const mood = moods[engine] ?? 'honest';
      made.push({ engine, mood });
      return fieldWorker({ engine, mood, runMs: engine === 'webgpu' ? 1 : 20 });
    },
    ...others,
  });
  onTestFinished(() => pool.close());
  return pool;
}

const detect = async (pool: EnginePool) => {
  const { value, engine } = await pool.run(model, (worker, key) =>
    worker.detect([{ key, threshold: 0.5 }], { image: { id: 'photo', bytes: photo } }),
  );
  return { findings: value.detections.flatMap(({ detections: findings }) => findings), engine };
};
const count = (engine: EngineName) => made.filter((one) => one.engine === engine).length;

describe('the pool of engines', () => {
  it('a worker that never answers is ended, replaced once, and then its engine is', async () => {
    const lost: string[] = [];
    const pool = poolOf(
      { ...ONE_CORE, ...GPU },
      {
        moods: { webgpu: 'silent' },
        workerLimits: { timeoutMs: 5000 },
        onDowngrade: ({ engine, reason }) => lost.push(`${engine}: ${reason}`),
      },
    );
    const { findings, engine } = await detect(pool);
    expect(engine.backend).toBe('wasm');
    expect(findings).toHaveLength(2);
    expect(count('webgpu')).toBe(2);
    expect(lost).toEqual([expect.stringMatching(/^webgpu: .*no answer within 5000 ms/)]);
  });

  it('replaces a worker after a number of runs, and loads the model into the new one', async () => {
    const pool = poolOf(ONE_CORE, { workerLimits: { maxRuns: 4 } });
    for (let run = 0; run < 8; run += 1) expect((await detect(pool)).findings).toHaveLength(2);
    expect(count('wasm')).toBeGreaterThan(2);
  });

  it('ends a worker that idles, and starts one when there is work again', async () => {
    const pool = poolOf(ONE_CORE, { workerLimits: { idleMs: 1 } });
    await detect(pool);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = count('wasm');
    expect((await detect(pool)).findings).toHaveLength(2);
    expect(count('wasm')).toBeGreaterThan(before);
  });

  it('reads a model only for a worker that lacks it', async () => {
    let reads = 0;
    const { bytes } = library;
    library.bytes = (...args) => {
      if (args[0].file.endsWith('.onnx')) reads += 1;
      return bytes.apply(library, args);
    };
    const pool = poolOf(ONE_CORE);
    for (let run = 0; run < 5; run += 1) await detect(pool);
    expect(reads).toBe(1);
  });

  it('without SIMD it is tfjs that runs', async () => {
    const pool = poolOf({ ...ONE_CORE, simd: false });
    const { engine } = await detect(pool);
    expect(engine.name).toBe('tfjs');
    expect(made.map((one) => one.engine)).toEqual(['tfjs']);
    expect(await pool.candidates()).toContainEqual({
      engine: 'wasm',
      possible: false,
      reason: 'this browser is too old: its WebAssembly has no SIMD',
    });
  });

  it('an engine that the app brings no worker for is out of the race', async () => {
    const pool = poolOf({ ...ONE_CORE, ...GPU }, { hasWorker: (engine) => engine === 'wasm' });
    expect((await detect(pool)).engine.name).toBe('wasm');
    expect(made.map((one) => one.engine)).toEqual(['wasm']);
  });

  it('when none could even start, the next job tries them again', async () => {
    const pool = poolOf(ONE_CORE, {
      createWorker: (engine) => {
        made.push({ engine, mood: made.length < 2 ? 'dies-at-once' : 'honest' });
        return fieldWorker({ engine, mood: made.at(-1)?.mood ?? 'honest', runMs: 20 });
      },
    });
    await expect(detect(pool)).rejects.toMatchObject({ code: 'worker_lost' });
    expect((await detect(pool)).findings).toHaveLength(2);
  });

  it('a worker that can not even be made counts as an engine that failed', async () => {
    const pool = poolOf(
      { ...ONE_CORE, ...GPU },
      {
        createWorker: (engine) => {
          if (engine === 'webgpu') throw new DOMException('Script may not be accessed', 'SecurityError');
          return fieldWorker({ engine, mood: 'honest', runMs: 20 });
        },
      },
    );
    expect((await detect(pool)).engine.name).toBe('wasm');
  });
});
