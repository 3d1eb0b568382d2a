// @module-tag long
import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  createFreshModel,
  createInspection,
  drawPatchPhoto,
  ModelServer,
  openWithEngines,
  runTask,
  stubGpu,
  stubUserAgent,
} from './support/engine-harness.ts';

let folder: ModelFolder;
beforeEach(async () => {
  folder = await createFreshModel();
});

const countGpuWorkers = (workers: readonly { engine: string }[]) =>
  workers.filter(({ engine }) => engine === 'webgpu').length;

describe('the self-test of an engine', () => {
  it('admits an engine that reproduces the golden outputs', async () => {
    stubGpu();
    const { kerbside, downgrades } = await openWithEngines({ server: new ModelServer(folder) });
    await kerbside.models.engines();
    const done = await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()));
    expect(done).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(done.engine).toContain('webgpu');
    expect(downgrades).toEqual([]);
  });

  it.each([
    ['zeros', /is all zeros/],
    ['nan', /contains NaN/],
    ['off', /is wrong: .+ instead of/],
  ] as const)(
    // Proves fault F1.
    'rejects an engine with wrong outputs (%s), and the task runs on WASM',
    async (behavior, reason) => {
      stubGpu();
      const { kerbside, downgrades } = await openWithEngines({
        server: new ModelServer(folder),
        behaviors: { webgpu: [behavior] },
      });
      await kerbside.models.engines();
      const done = await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()));
      expect(done).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
      expect(done.engine).toContain('wasm');
      expect(downgrades).toEqual([{ engine: 'webgpu', reason: expect.stringMatching(reason) }]);

      const [model] = (await kerbside.models.engines()).models;
      expect(model).toMatchObject({
        engine: 'wasm',
        reason: 'the only engine that passed its self-test and has not failed since',
      });
      expect(model?.engines.find(({ engine }) => engine === 'webgpu')).toMatchObject({
        usable: false,
        reason: expect.stringMatching(reason),
      });
    },
  );
});

describe('the first task', () => {
  it('does not wait for the GPU: it runs on WASM, and the next one on the fastest engine', async () => {
    stubGpu();
    const { kerbside, downgrades } = await openWithEngines({ server: new ModelServer(folder) });
    const photo = await drawPatchPhoto();
    const first = await runTask(kerbside, await createInspection(kerbside, photo));
    expect(first).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(first.engine).toContain('wasm');
    await kerbside.models.engines(); // waits for the comparison in the background
    const next = await runTask(kerbside, await createInspection(kerbside, photo));
    expect(next).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(next.engine).toContain('webgpu');
    expect(downgrades).toEqual([]);
  });
});

describe('an engine verdict', () => {
  /** Runs the self-tests. Returns the chosen engine and the number of GPU workers. */
  async function testEngines(server: ModelServer) {
    const { kerbside, workers } = await openWithEngines({ server, behaviors: { webgpu: ['zeros'] } });
    const [model] = (await kerbside.models.engines()).models;
    kerbside.close();
    return { chosen: model?.engine, gpuWorkers: countGpuWorkers(workers) };
  }

  it('is stored: the next visit runs no self-test', async () => {
    stubGpu();
    const server = new ModelServer(folder);
    expect(await testEngines(server)).toEqual({ chosen: 'wasm', gpuWorkers: 1 });
    expect(await testEngines(server)).toEqual({ chosen: 'wasm', gpuWorkers: 0 });
  });

  it.each([
    {
      what: 'model file',
      change: async (server: ModelServer) => {
        server.folder = await createFreshModel();
      },
    },
    {
      what: 'browser version',
      change: async () => stubUserAgent(`${navigator.userAgent} Next/${crypto.randomUUID()}`),
    },
    { what: 'GPU', change: async () => stubGpu('Acme 4000') },
  ])('is not valid for another $what', async ({ change }) => {
    stubGpu();
    const server = new ModelServer(folder);
    await testEngines(server);
    await change(server);
    expect(await testEngines(server)).toEqual({ chosen: 'wasm', gpuWorkers: 1 });
  });

  it('is ignored if the app forces an engine', async () => {
    const { kerbside, workers } = await openWithEngines({
      server: new ModelServer(folder),
      engine: 'webgpu',
      behaviors: { webgpu: ['off'] },
    });
    const done = await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()));
    expect(done.status).toBe('DONE');
    expect(done.engine).toContain('webgpu');
    expect(new Set(workers.map(({ engine }) => engine))).toEqual(new Set(['webgpu']));
  });
});
