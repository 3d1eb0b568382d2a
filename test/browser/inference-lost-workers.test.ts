import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineName } from '../../src/inference/engines/engine.ts';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  type Field,
  freshModel,
  inspectionOf,
  ModelServer,
  openField,
  patchPhoto,
  pretendGpu,
  runTask,
} from './support/field.ts';
import type { Mood } from './workers/field-engine.ts';

let folder: ModelFolder;
beforeEach(async () => {
  folder = await freshModel();
});

const FOUND = { status: 'DONE', types: ['dent', 'scratch'] };
const moodsOf = ({ made }: Field, engine: EngineName) =>
  made.filter((one) => one.engine === engine).map(({ mood }) => mood);

describe.each(['throws', 'dies'] satisfies Mood[])('a GPU worker that %s in a run', (mood) => {
  it('is replaced once, and the job is run again', async () => {
    pretendGpu();
    const field = await openField({ server: new ModelServer(folder), moods: { webgpu: [mood, 'honest'] } });
    const done = await runTask(field.kerbside, await inspectionOf(field.kerbside, await patchPhoto()));
    expect(done).toMatchObject(FOUND);
    expect(done.engine).toContain('webgpu');
    expect(moodsOf(field, 'webgpu')).toEqual([mood, 'honest']);
    expect(field.downgrades).toEqual([]);
  });

  it('a second time gives way to WASM, and stays away', async () => {
    pretendGpu();
    const field = await openField({ server: new ModelServer(folder), moods: { webgpu: [mood] } });
    const photo = await patchPhoto();
    for (let turn = 0; turn < 2; turn += 1) {
      const done = await runTask(field.kerbside, await inspectionOf(field.kerbside, photo));
      expect(done).toMatchObject(FOUND);
      expect(done.engine).toContain('wasm');
    }
    expect(moodsOf(field, 'webgpu')).toEqual([mood, mood]);
    expect(field.downgrades).toEqual([{ engine: 'webgpu', reason: expect.any(String) }]);
  });
});

describe('a worker that is killed in mid-run', () => {
  it('is replaced, and its task is done all the same', async () => {
    const field = await openField({
      server: new ModelServer(folder),
      moods: { wasm: ['blocks', 'honest'] },
    });
    await field.kerbside.engines(); // so that the next thing the worker does is the run
    const inspectionId = await inspectionOf(field.kerbside, await patchPhoto());
    field.kerbside.on('task.progress', () => setTimeout(() => field.made[0]?.worker.terminate(), 200));
    expect(await runTask(field.kerbside, inspectionId)).toMatchObject(FOUND);
    expect(moodsOf(field, 'wasm')).toEqual(['blocks', 'honest']);
  });
});

describe('when every engine is dead', () => {
  it('the task ends as ERROR and says why; started again, it is done', async () => {
    pretendGpu();
    const field = await openField({
      server: new ModelServer(folder),
      moods: { webgpu: ['dies'], wasm: ['throws', 'throws', 'honest'] },
    });
    const inspectionId = await inspectionOf(field.kerbside, await patchPhoto());
    expect(await runTask(field.kerbside, inspectionId)).toMatchObject({
      status: 'ERROR',
      errors: [{ errorCode: 'engine_failed', message: 'the device was lost' }],
    });
    expect(field.downgrades.map(({ engine }) => engine)).toEqual(['webgpu', 'wasm']);
    expect(await runTask(field.kerbside, inspectionId)).toMatchObject({ ...FOUND, errors: [] });
  });

  it('even before they could prove themselves: what can not be loaded today is tried again, and not remembered', async () => {
    const server = new ModelServer(folder);
    const dead = await openField({ server, moods: { wasm: ['dies-at-once'] } });
    const inspectionId = await inspectionOf(dead.kerbside, await patchPhoto());
    expect(await runTask(dead.kerbside, inspectionId)).toMatchObject({
      status: 'ERROR',
      errors: [{ errorCode: 'worker_lost' }],
    });
    dead.kerbside.close();
    const alive = await openField({ server });
    expect(
      await runTask(alive.kerbside, await inspectionOf(alive.kerbside, await patchPhoto())),
    ).toMatchObject(FOUND);
  });
});
