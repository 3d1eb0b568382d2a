import { beforeEach, describe, expect, it } from 'vitest';
import { RUNTIMES } from '../../src/inference/files/runtime-files.ts';
import { RUNTIME_CACHE } from '../../src/worker/cache-files.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  createFreshModel,
  createInspection,
  drawPatchPhoto,
  ModelServer,
  openWithEngines,
  type Responder,
  RUNTIME_URL,
  runTask,
} from './support/engine-harness.ts';

let folder: ModelFolder;
beforeEach(async () => {
  await Promise.all([caches.delete('kerbside-models'), caches.delete(RUNTIME_CACHE)]);
  folder = await createFreshModel();
});

describe('engines({ prove: false })', () => {
  it('fetches only the manifest and creates no worker', async () => {
    const server = new ModelServer(folder);
    const { kerbside, workers } = await openWithEngines({ server });
    const report = await kerbside.models.engines({ prove: false });
    expect(report.tasks).toEqual(['damage_detection']);
    expect(report.capabilities.simd).toBe(true);
    expect(report.models).toHaveLength(1);
    expect(report.models[0]).not.toHaveProperty('engine');
    expect(report.models[0]?.reason).toBe('no engine was tried yet');
    expect(report.models[0]?.engines).toContainEqual({
      engine: 'wasm',
      usable: false,
      tried: false,
      reason: expect.stringMatching(/not tried on this model yet$/),
    });
    expect(server.requests).toEqual(['manifest.json']);
    expect(workers).toEqual([]);
  });

  it('returns the verdicts of earlier visits', async () => {
    const server = new ModelServer(folder);
    const earlier = await openWithEngines({ server });
    await earlier.kerbside.models.engines();
    earlier.kerbside.close();
    const { kerbside, workers } = await openWithEngines({ server });
    const [model] = (await kerbside.models.engines({ prove: false })).models;
    expect(model).toMatchObject({ engine: 'wasm' });
    expect(model?.engines.find(({ engine }) => engine === 'wasm')).toMatchObject({
      usable: true,
      tried: true,
      runMs: 20,
    });
    expect(workers).toEqual([]);
  });
});

describe('preload', () => {
  const [, wasm] = RUNTIMES.wasm.files;
  const listCached = async () =>
    (await (await caches.open(RUNTIME_CACHE)).keys()).map(({ url }) => url.slice(url.lastIndexOf('/') + 1));

  it('emits the progress of each runtime file once', async () => {
    const { kerbside } = await openWithEngines({ server: new ModelServer(folder) });
    const complete: string[] = [];
    kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) => {
      if (file.startsWith(RUNTIME_URL) && receivedBytes === totalBytes) complete.push(file);
    });
    await kerbside.models.preload();
    expect(complete).toContain(`${RUNTIME_URL}${wasm?.name}`);
    expect(complete).toEqual([...new Set(complete)]);
    expect(await listCached()).toContain(wasm?.name);
  });

  it('fetches a model again that passed on an earlier visit and was evicted by the browser', async () => {
    const server = new ModelServer(folder);
    const earlier = await openWithEngines({ server });
    await earlier.kerbside.models.preload();
    earlier.kerbside.close();
    await caches.delete('kerbside-models');

    const { kerbside } = await openWithEngines({ server });
    await kerbside.models.preload();
    const offline: Responder = () => Promise.reject(new TypeError('Failed to fetch'));
    server.responses = Object.fromEntries(Object.keys(folder).map((file) => [file, offline]));
    const id = await createInspection(kerbside, await drawPatchPhoto());
    expect(await runTask(kerbside, id)).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
  });

  it('deletes runtimes of other versions, from any folder, and nothing else', async () => {
    const cache = await caches.open(RUNTIME_CACHE);
    const old = new Response('', { headers: { 'x-kerbside-runtime': 'onnxruntime-web 1.12.0' } });
    await cache.put('/runtime/1.12.0/ort-wasm-simd.wasm', old);
    await cache.put('/workers/report.js', new Response(''));
    const { kerbside } = await openWithEngines({ server: new ModelServer(folder) });
    await kerbside.models.preload();
    expect((await listCached()).toSorted()).toEqual([
      ...RUNTIMES.wasm.files.map(({ name }) => name),
      'report.js',
    ]);
  });
});
