import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  freshModel,
  inspectionOf,
  ModelServer,
  openField,
  patchPhoto,
  pretendBrowser,
  pretendGpu,
  runTask,
} from './support/field.ts';

let folder: ModelFolder;
beforeEach(async () => {
  folder = await freshModel();
});

const gpuWorkers = (made: readonly { engine: string }[]) =>
  made.filter(({ engine }) => engine === 'webgpu').length;

describe('an engine that has to prove itself', () => {
  it('is used once it has reproduced the golden outputs', async () => {
    pretendGpu();
    const { kerbside, downgrades } = await openField({ server: new ModelServer(folder) });
    const done = await runTask(kerbside, await inspectionOf(kerbside, await patchPhoto()));
    expect(done).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(done.engine).toContain('webgpu');
    expect(downgrades).toEqual([]);
  });

  it.each([
    ['zeros', /is all zeros/],
    ['nan', /holds NaN/],
    ['off', /is off: .+ instead of/],
  ] as const)('is never used when it answers %s: the task is done on WASM', async (mood, reason) => {
    pretendGpu();
    const { kerbside, downgrades } = await openField({
      server: new ModelServer(folder),
      moods: { webgpu: [mood] },
    });
    const done = await runTask(kerbside, await inspectionOf(kerbside, await patchPhoto()));
    expect(done).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(done.engine).toContain('wasm');
    expect(downgrades).toEqual([{ engine: 'webgpu', reason: expect.stringMatching(reason) }]);

    const [model] = (await kerbside.engines()).models;
    expect(model).toMatchObject({ engine: 'wasm', reason: 'the only one whose results are right' });
    expect(model?.engines.find(({ engine }) => engine === 'webgpu')).toMatchObject({
      usable: false,
      reason: expect.stringMatching(reason),
    });
  });
});

describe('the verdict on an engine', () => {
  /** Opens Kerbside, has the engines examined, and tells how many workers of the GPU that took. */
  async function examine(server: ModelServer) {
    const { kerbside, made } = await openField({ server, moods: { webgpu: ['zeros'] } });
    const [model] = (await kerbside.engines()).models;
    kerbside.close();
    return { chosen: model?.engine, gpuWorkers: gpuWorkers(made) };
  }

  it('is remembered: the next visit does not examine again', async () => {
    pretendGpu();
    const server = new ModelServer(folder);
    expect(await examine(server)).toEqual({ chosen: 'wasm', gpuWorkers: 1 });
    expect(await examine(server)).toEqual({ chosen: 'wasm', gpuWorkers: 0 });
  });

  it.each([
    {
      another: 'model file',
      change: async (server: ModelServer) => {
        server.folder = await freshModel();
      },
    },
    {
      another: 'browser version',
      change: async () => pretendBrowser(`${navigator.userAgent} Next/${crypto.randomUUID()}`),
    },
    { another: 'GPU', change: async () => pretendGpu('Acme 4000') },
  ])('holds for what was examined: another $another is examined anew', async ({ change }) => {
    pretendGpu();
    const server = new ModelServer(folder);
    await examine(server);
    await change(server);
    expect(await examine(server)).toEqual({ chosen: 'wasm', gpuWorkers: 1 });
  });

  it('does not bind an app that insists on an engine', async () => {
    const { kerbside, made } = await openField({
      server: new ModelServer(folder),
      engine: 'webgpu',
      moods: { webgpu: ['off'] },
    });
    const done = await runTask(kerbside, await inspectionOf(kerbside, await patchPhoto()));
    expect(done.status).toBe('DONE');
    expect(done.engine).toContain('webgpu');
    expect(new Set(made.map(({ engine }) => engine))).toEqual(new Set(['webgpu']));
  });
});
