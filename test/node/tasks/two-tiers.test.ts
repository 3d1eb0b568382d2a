// @module-tag long
import { expect, test, vi } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { nodeAnalyzer } from '../../../src/node/index.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

vi.setConfig({ testTimeout: 240_000 });

test('analyzes a photo with the small damage model first, and again with the large one', async () => {
  const analyzer = nodeAnalyzer({ threads: 1, licence: 'research', tier: 'both' });
  const kerbside = await openKerbside({ user: { id: 'batch' }, store: new MemoryStore(), analyzer });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = await jpegPhoto({
    seed: 4,
    width: 640,
    height: 480,
    view: 'side',
    damages: ['scratch', 'dent'],
  });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  const read = async () => {
    const { entities } = await kerbside.inspections.getOne(id);
    const damages = Object.values(entities.damages);
    return {
      task: Object.values(entities.tasks)[0],
      models: damages.map(({ createdBy }) => createdBy !== 'user' && createdBy.model),
      types: damages.map(({ damageType }) => damageType),
    };
  };
  const isDone = new Promise<void>((resolve) => {
    kerbside.on('task.updated', ({ status, reanalysis }) => {
      if (status === 'DONE' && reanalysis === 'done') resolve();
    });
  });
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const first = await read();
  expect(first.task).toMatchObject({ status: 'DONE', reanalysis: 'pending' });
  expect(new Set(first.models)).toEqual(new Set(['damage']));
  await isDone;
  const second = await read();
  expect(second.task?.reanalysis).toBe('done');
  expect(new Set(second.models)).toEqual(new Set(['damage-large']));
  expect(second.types).toContain('dent');
  kerbside.close();
  await analyzer.close();
});
