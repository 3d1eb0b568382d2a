import { expect, it } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { readManifest } from '../../node/models/model-files.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { createPortWorker } from '../../worker/port-worker.suite.ts';
import type { Engine, EngineName } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { createEngineMethods } from '../worker/engine-methods.ts';
import type { Capabilities } from './capabilities.ts';
import { EnginePool } from './engine-pool.ts';
import { reportEngines } from './engine-report.ts';

const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
const model = models.find(({ name }) => name === 'parts');
if (!model) throw new Error('models/ has no part model');

const CAPABILITIES: Capabilities = {
  simd: true,
  threads: false,
  crossOriginIsolated: false,
  cores: 1,
  webgpu: { adapter: 'Acme 3000', isFallback: false, shaderF16: false },
};

/** A library and a pool in which WebGPU and WASM passed their self-tests before, and `broken` cannot load a model. */
function openPool({ broken, forcedEngine }: { broken?: EngineName; forcedEngine?: EngineName } = {}) {
  const load =
    (name: EngineName): Engine['load'] =>
    async () => {
      if (name === broken) throw new KerbsideError('engine_failed', 'The GPU was lost');
      return { run: async () => ({}), dispose: async () => {} };
    };
  const library = {
    manifest: async () => ({ models: [model] }),
    loadFile: async () => new ArrayBuffer(8),
  } as unknown as ModelLibrary;
  const pool = new EnginePool({
    library,
    runtimeUrl: 'https://app.test/runtime/',
    capabilities: async () => CAPABILITIES,
    verdicts: {
      get: async (key) => ({
        passed: true,
        reason: 'self-test passed',
        runMs: 5,
        photoMs: key.startsWith('webgpu') ? 20 : 200,
      }),
      put: async () => {},
      close: () => {},
    },
    userAgent: 'a browser',
    createWorker: (name) => {
      const info = { name, runtime: 'test', backend: name, threads: 1 };
      return createPortWorker(createEngineMethods(async () => ({ info, load: load(name) })));
    },
    forcedEngine,
  });
  const report = async () => {
    const deps = {
      library,
      pool,
      capabilities: CAPABILITIES,
      forcedEngine,
      budgetMs: 1_500,
      refine: true,
    };
    const { models: reported } = await reportEngines(deps, { prove: false });
    return reported[0];
  };
  return { pool, report };
}

it('reports the fastest engine, with the times that it was compared by', async () => {
  const { pool, report } = openPool();
  expect(await report()).toMatchObject({
    engine: 'webgpu',
    reason: 'the fastest engine that passed its self-test, per photo: webgpu 20 ms, wasm 200 ms',
  });
  await pool.close();
});

it('does not call an engine the fastest that replaces one which failed', async () => {
  const { pool, report } = openPool({ broken: 'webgpu' });
  await pool.run(model, (worker, key) => worker.isLoaded(key));
  expect(await report()).toMatchObject({
    engine: 'wasm',
    reason: 'the only engine that passed its self-test and has not failed since',
  });
  await pool.close();
});

it('reports that the app chose the engine', async () => {
  const { pool, report } = openPool({ forcedEngine: 'wasm' });
  expect(await report()).toMatchObject({ engine: 'wasm', reason: 'chosen by the app' });
  await pool.close();
});
