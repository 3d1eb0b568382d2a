// @module-tag long
import { expect, it } from 'vitest';
import { svgImage } from '../fixtures/browser-photos.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { PATCHED_SIZE, patchedSide } from '../fixtures/patched-car.ts';
import { computeGoldenOutputs, ModelServer, openWithEngines } from './support/engine-harness.ts';

async function drawPhoto(): Promise<Blob> {
  const context = new OffscreenCanvas(PATCHED_SIZE.width, PATCHED_SIZE.height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  context.drawImage(await svgImage(patchedSide()), 0, 0);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

it('the large damage model analyzes a photo again that the small one has analyzed', async () => {
  const server = new ModelServer(
    await patchModels(computeGoldenOutputs, ['damage', 'damage-large', 'parts']),
  );
  const { kerbside } = await openWithEngines({
    server,
    runtime: 'onnxruntime',
    options: { budgetMs: 0, reanalyzeMs: 60_000 },
  });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, await drawPhoto());
  const isDone = new Promise<void>((resolve) => {
    kerbside.on('task.updated', ({ status, reanalysis }) => {
      if (status === 'DONE' && reanalysis === 'done') resolve();
    });
  });
  const readDamages = async () => Object.values((await kerbside.inspections.getOne(id)).entities.damages);

  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  const { entities, result } = await kerbside.tasks.whenDone(id, 'damage_detection', { timeoutMs: 80_000 });
  expect(entities.tasks[result]).toMatchObject({ status: 'DONE', reanalysis: 'pending' });
  const first = await readDamages();
  expect(first).toMatchObject([{ damageType: 'scratch', createdBy: { model: 'damage' } }]);

  await isDone;
  expect(await readDamages()).toMatchObject([
    { id: first[0]?.id, damageType: 'scratch', createdBy: { model: 'damage-large' } },
  ]);
});
