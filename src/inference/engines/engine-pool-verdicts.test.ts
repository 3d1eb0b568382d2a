import { afterEach, expect, it, vi } from 'vitest';
import { readManifest } from '../../node/models/model-files.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { RUNTIMES } from '../files/runtime-files.ts';
import type { Capabilities } from './capabilities.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { createMemoryVerdictStore, type VerdictStore } from './verdict-store.ts';

const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
const [model, another] = models;
if (!model || !another) throw new Error('models/ has too few models');

const GPU: Capabilities = {
  simd: true,
  threads: false,
  crossOriginIsolated: false,
  cores: 1,
  webgpu: { adapter: 'Acme 3000', isFallback: false, shaderF16: false },
};

function poolOf(verdicts: VerdictStore, more: Partial<EnginePoolDeps> = {}) {
  return new EnginePool({
    library: {} as ModelLibrary,
    runtimeUrl: 'https://app.test/runtime/',
    capabilities: async () => GPU,
    verdicts,
    userAgent: 'Chromium 156',
    createWorker: () => {
      throw new Error('this test runs no worker');
    },
    ...more,
  });
}

/** Whether there is a stored verdict that the GPU passed. */
const isKnown = async (pool: EnginePool, of = model) =>
  (await pool.rankKnownEngines(of)).some(({ engine }) => engine === 'webgpu');

const { version } = RUNTIMES.webgpu;
afterEach(() => {
  RUNTIMES.webgpu.version = version;
});

it('a verdict is valid only for the same runtime, model, browser and GPU', async () => {
  const verdicts = createMemoryVerdictStore();
  const get = vi.spyOn(verdicts, 'get');
  await isKnown(poolOf(verdicts));
  for (const [key] of get.mock.calls) await verdicts.put(key, { passed: true, reason: '', runMs: 1 });

  expect(await isKnown(poolOf(verdicts))).toBe(true);
  expect(await isKnown(poolOf(verdicts), another)).toBe(false);
  expect(await isKnown(poolOf(verdicts, { userAgent: 'Chromium 157' }))).toBe(false);
  const otherGpu = { ...GPU, webgpu: { adapter: 'Acme 4000', isFallback: false, shaderF16: false } };
  expect(await isKnown(poolOf(verdicts, { capabilities: async () => otherGpu }))).toBe(false);
  RUNTIMES.webgpu.version = '1.31.0';
  expect(await isKnown(poolOf(verdicts))).toBe(false);
});
