import { openKerbside } from 'kerbside';
import { type DeviceModelsOptions, deviceModels } from 'kerbside/models';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  createFreshModel,
  createInspection,
  createOnnxruntimeWorker,
  drawPatchPhoto,
  ModelServer,
  RUNTIME_URL,
  runTask,
} from './support/engine-harness.ts';

const MISSING_URL = new URL('/no-such-folder/', location.href).href;

let folder: ModelFolder;
beforeEach(async () => {
  folder = await createFreshModel();
});

async function open(options: Pick<DeviceModelsOptions, 'workers'> & Partial<DeviceModelsOptions>) {
  const models = deviceModels({ folder: new ModelServer(folder).url, ...options });
  const user = { id: 'inspector' };
  const kerbside = await openKerbside({ user, database: crypto.randomUUID(), models });
  onTestFinished(() => kerbside.close());
  return { ...kerbside, models };
}

it('a missing runtime file is named by the error of the task and of preload', async () => {
  const kerbside = await open({ workers: { wasm: createOnnxruntimeWorker }, runtime: MISSING_URL });
  const message = expect.stringContaining(MISSING_URL);
  const failed = await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()));
  expect(failed).toMatchObject({ status: 'ERROR', errors: [{ errorCode: 'model_unavailable', message }] });
  await expect(kerbside.models.preload()).rejects.toMatchObject({
    code: 'model_unavailable',
    retryable: true,
    message,
  });
});

it('whenDone rejects with a retryable error if the runtime is missing', async () => {
  const kerbside = await open({ workers: { wasm: createOnnxruntimeWorker }, runtime: MISSING_URL });
  const id = await createInspection(kerbside, await drawPatchPhoto());
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await expect(kerbside.tasks.whenDone(id, 'damage_detection')).rejects.toMatchObject({
    code: 'task_failed',
    retryable: true,
    cause: { code: 'model_unavailable' },
  });
});

it('a missing worker script is named by the error of preload', async () => {
  const kerbside = await open({ workers: MISSING_URL, runtime: RUNTIME_URL, engine: 'wasm' });
  await expect(kerbside.models.preload()).rejects.toMatchObject({
    code: 'worker_lost',
    message: expect.stringContaining(`${MISSING_URL}wasm.js`),
  });
});
