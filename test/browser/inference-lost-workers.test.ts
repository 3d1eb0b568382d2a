// @module-tag long
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineName } from '../../src/inference/engine.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  createFreshModel,
  createInspection,
  drawPatchPhoto,
  type EngineHarness,
  ModelServer,
  openWithEngines,
  runTask,
  stubGpu,
} from './support/engine-harness.ts';
import type { EngineBehavior } from './workers/engine-worker.ts';

let folder: ModelFolder;
beforeEach(async () => {
  folder = await createFreshModel();
});

const DETECTED = { status: 'DONE', types: ['dent', 'scratch'] };
const listBehaviors = ({ workers }: EngineHarness, engine: EngineName) =>
  workers.filter((worker) => worker.engine === engine).map(({ behavior }) => behavior);

describe.each(['throws', 'dies'] satisfies EngineBehavior[])('a GPU worker that %s in a run', (behavior) => {
  it('is replaced once, and the job is retried', async () => {
    stubGpu();
    const harness = await openWithEngines({
      server: new ModelServer(folder),
      behaviors: { webgpu: [behavior, 'correct'] },
    });
    await harness.kerbside.models.engines(); // so that the GPU is known to be the fastest
    const done = await runTask(
      harness.kerbside,
      await createInspection(harness.kerbside, await drawPatchPhoto()),
    );
    expect(done).toMatchObject(DETECTED);
    expect(done.engine).toContain('webgpu');
    expect(listBehaviors(harness, 'webgpu')).toEqual([behavior, 'correct']);
    expect(harness.downgrades).toEqual([]);
  });

  it('is abandoned for WASM after a second failure, also for later jobs', async () => {
    stubGpu();
    const harness = await openWithEngines({
      server: new ModelServer(folder),
      behaviors: { webgpu: [behavior] },
    });
    await harness.kerbside.models.engines();
    const photo = await drawPatchPhoto();
    for (let task = 0; task < 2; task += 1) {
      const done = await runTask(harness.kerbside, await createInspection(harness.kerbside, photo));
      expect(done).toMatchObject(DETECTED);
      expect(done.engine).toContain('wasm');
    }
    expect(listBehaviors(harness, 'webgpu')).toEqual([behavior, behavior]);
    expect(harness.downgrades).toEqual([{ engine: 'webgpu', reason: expect.any(String) }]);
  });
});

describe('a worker that is killed during a run', () => {
  // Proves fault F2.
  it('is replaced, and its task is DONE', async () => {
    const harness = await openWithEngines({
      server: new ModelServer(folder),
      behaviors: { wasm: ['blocks', 'correct'] },
    });
    await harness.kerbside.models.engines(); // so that the worker's next call is the run
    const inspectionId = await createInspection(harness.kerbside, await drawPatchPhoto());
    harness.kerbside.on('task.progress', () => setTimeout(() => harness.workers[0]?.worker.terminate(), 200));
    expect(await runTask(harness.kerbside, inspectionId)).toMatchObject(DETECTED);
    expect(listBehaviors(harness, 'wasm')).toEqual(['blocks', 'correct']);
  });
});

describe('if all engines fail', () => {
  it('the task ends as ERROR with the reason, and is DONE when it is started again', async () => {
    stubGpu();
    const harness = await openWithEngines({
      server: new ModelServer(folder),
      behaviors: { webgpu: ['dies'], wasm: ['throws', 'throws', 'correct'] },
    });
    await harness.kerbside.models.engines();
    const inspectionId = await createInspection(harness.kerbside, await drawPatchPhoto());
    expect(await runTask(harness.kerbside, inspectionId)).toMatchObject({
      status: 'ERROR',
      errors: [{ errorCode: 'engine_failed', message: 'the device was lost' }],
    });
    expect(harness.downgrades.map(({ engine }) => engine)).toEqual(['webgpu', 'wasm']);
    expect(await runTask(harness.kerbside, inspectionId)).toMatchObject({ ...DETECTED, errors: [] });
  });

  it('before their self-test, no verdict is stored, and the next visit tries them again', async () => {
    const server = new ModelServer(folder);
    const broken = await openWithEngines({ server, behaviors: { wasm: ['dies-at-once'] } });
    const inspectionId = await createInspection(broken.kerbside, await drawPatchPhoto());
    expect(await runTask(broken.kerbside, inspectionId)).toMatchObject({
      status: 'ERROR',
      errors: [{ errorCode: 'worker_lost' }],
    });
    broken.kerbside.close();
    const working = await openWithEngines({ server });
    expect(
      await runTask(working.kerbside, await createInspection(working.kerbside, await drawPatchPhoto())),
    ).toMatchObject(DETECTED);
  });
});
