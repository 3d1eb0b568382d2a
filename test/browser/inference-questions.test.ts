import { beforeEach, describe, expect, it } from 'vitest';
import { RUNTIMES } from '../../src/inference/engines/runtimes.ts';
import { RUNTIME_CACHE } from '../../src/inference/files/runtime-cache.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  type Answer,
  freshModel,
  inspectionOf,
  ModelServer,
  openField,
  patchPhoto,
  RUNTIME_URL,
  runTask,
} from './support/field.ts';

let folder: ModelFolder;
beforeEach(async () => {
  await Promise.all([caches.delete('kerbside-models'), caches.delete(RUNTIME_CACHE)]);
  folder = await freshModel();
});

describe('what an app asks before it shows a button', () => {
  it('is answered from what is known: no model is fetched, no worker made', async () => {
    const server = new ModelServer(folder);
    const { kerbside, made } = await openField({ server });
    const report = await kerbside.engines({ prove: false });
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
    expect(made).toEqual([]);
  });

  it('tells the verdicts of earlier visits', async () => {
    const server = new ModelServer(folder);
    const earlier = await openField({ server });
    await earlier.kerbside.engines();
    earlier.kerbside.close();
    const { kerbside, made } = await openField({ server });
    const [model] = (await kerbside.engines({ prove: false })).models;
    expect(model).toMatchObject({ engine: 'wasm' });
    expect(model?.engines.find(({ engine }) => engine === 'wasm')).toMatchObject({
      usable: true,
      tried: true,
      runMs: 20,
    });
    expect(made).toEqual([]);
  });
});

describe('preload', () => {
  const [, wasm] = RUNTIMES.wasm.files;
  const kept = async () =>
    (await (await caches.open(RUNTIME_CACHE)).keys()).map(({ url }) => url.slice(url.lastIndexOf('/') + 1));

  it("tells the progress of the runtime's own files", async () => {
    const { kerbside } = await openField({ server: new ModelServer(folder) });
    const last = new Map<string, string>();
    kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) =>
      last.set(file, `${receivedBytes} of ${totalBytes}`),
    );
    await kerbside.preload();
    expect(last.get(`${RUNTIME_URL}${wasm?.name}`)).toBe(`${wasm?.bytes} of ${wasm?.bytes}`);
    expect(await kept()).toContain(wasm?.name);
  });

  it('fetches a model that was proven on an earlier visit and dropped by the browser since', async () => {
    const server = new ModelServer(folder);
    const earlier = await openField({ server });
    await earlier.kerbside.preload();
    earlier.kerbside.close();
    await caches.delete('kerbside-models');

    const { kerbside } = await openField({ server });
    await kerbside.preload();
    const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
    server.answers = Object.fromEntries(Object.keys(folder).map((file) => [file, lost]));
    const id = await inspectionOf(kerbside, await patchPhoto());
    expect(await runTask(kerbside, id)).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
  });

  it('lets go of runtimes of other versions, wherever they came from, and of nothing else', async () => {
    const cache = await caches.open(RUNTIME_CACHE);
    const old = new Response('', { headers: { 'x-kerbside-runtime': 'onnxruntime-web 1.12.0' } });
    await cache.put('/runtime/1.12.0/ort-wasm-simd.wasm', old);
    await cache.put('/workers/report.js', new Response(''));
    const { kerbside } = await openField({ server: new ModelServer(folder) });
    await kerbside.preload();
    expect((await kept()).toSorted()).toEqual([...RUNTIMES.wasm.files.map(({ name }) => name), 'report.js']);
  });
});
