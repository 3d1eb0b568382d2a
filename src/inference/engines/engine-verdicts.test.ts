import { afterEach, expect, it, vi } from 'vitest';
import { readManifest } from '../../node/models/load-model.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import type { Capabilities } from './capabilities.ts';
import { EnginePool, type EnginePoolDeps } from './engine-pool.ts';
import { RUNTIMES } from './runtimes.ts';
import { forgetfulVerdicts, type Verdicts } from './verdicts.ts';

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

function poolOf(verdicts: Verdicts, more: Partial<EnginePoolDeps> = {}) {
  return new EnginePool({
    library: {} as ModelLibrary,
    runtimeUrl: 'https://app.test/runtime/',
    capabilities: async () => GPU,
    verdicts,
    device: 'Chromium 156',
    createWorker: () => {
      throw new Error('nothing is run here');
    },
    ...more,
  });
}

/** What is known of the GPU and this model without trying. */
const known = async (pool: EnginePool, of = model) =>
  (await pool.knownRanking(of)).some(({ engine }) => engine === 'webgpu');

const { version } = RUNTIMES.webgpu;
afterEach(() => {
  RUNTIMES.webgpu.version = version;
});

it('a verdict holds for the runtime, model, browser and GPU that it was given on, and for no other', async () => {
  const verdicts = forgetfulVerdicts();
  const asked = vi.spyOn(verdicts, 'get');
  await known(poolOf(verdicts));
  for (const [key] of asked.mock.calls) await verdicts.put(key, { passed: true, reason: '', runMs: 1 });

  expect(await known(poolOf(verdicts))).toBe(true);
  expect(await known(poolOf(verdicts), another)).toBe(false);
  expect(await known(poolOf(verdicts, { device: 'Chromium 157' }))).toBe(false);
  const otherGpu = { ...GPU, webgpu: { adapter: 'Acme 4000', isFallback: false, shaderF16: false } };
  expect(await known(poolOf(verdicts, { capabilities: async () => otherGpu }))).toBe(false);
  RUNTIMES.webgpu.version = '1.31.0';
  expect(await known(poolOf(verdicts))).toBe(false);
});
