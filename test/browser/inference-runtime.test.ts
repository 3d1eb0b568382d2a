import { openKerbside } from 'kerbside';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { InferenceOptions } from '../../src/inference/inference.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  freshModel,
  inspectionOf,
  ModelServer,
  patchPhoto,
  RUNTIME_URL,
  realWorker,
  runTask,
} from './support/field.ts';

const NOWHERE = new URL('/no-such-folder/', location.href).href;

let folder: ModelFolder;
beforeEach(async () => {
  folder = await freshModel();
});

async function open(options: Pick<InferenceOptions, 'workers'> & Partial<InferenceOptions>) {
  const { url: models } = new ModelServer(folder);
  const user = { id: 'inspector' };
  const kerbside = await openKerbside({ user, database: crypto.randomUUID(), models, ...options });
  onTestFinished(() => kerbside.close());
  return kerbside;
}

it('onnxruntime without its files: task and preload name the file, not what would not compile', async () => {
  const kerbside = await open({ workers: { wasm: realWorker }, runtime: NOWHERE });
  const message = expect.stringContaining(NOWHERE);
  const failed = await runTask(kerbside, await inspectionOf(kerbside, await patchPhoto()));
  expect(failed).toMatchObject({ status: 'ERROR', errors: [{ errorCode: 'model_unavailable', message }] });
  await expect(kerbside.preload()).rejects.toMatchObject({
    code: 'model_unavailable',
    retryable: true,
    message,
  });
});

it('who waits for the task is told that it may be worth another start', async () => {
  const kerbside = await open({ workers: { wasm: realWorker }, runtime: NOWHERE });
  const id = await inspectionOf(kerbside, await patchPhoto());
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await expect(kerbside.tasks.whenDone(id, 'damage_detection')).rejects.toMatchObject({
    code: 'task_failed',
    retryable: true,
    cause: { code: 'model_unavailable' },
  });
});

it("a worker's script that is not there is named", async () => {
  const kerbside = await open({ workers: NOWHERE, runtime: RUNTIME_URL, engine: 'wasm' });
  await expect(kerbside.preload()).rejects.toMatchObject({
    code: 'worker_lost',
    message: expect.stringContaining(`${NOWHERE}wasm.js`),
  });
});
