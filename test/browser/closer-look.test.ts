import { expect, it } from 'vitest';
import { svgImage } from '../fixtures/browser-photos.ts';
import { CLOSER_SIZE, closerPatch } from '../fixtures/closer-patch.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import {
  computeGoldenOutputs,
  createInspection,
  ModelServer,
  openWithEngines,
  runTask,
} from './support/engine-harness.ts';

async function drawPhoto(): Promise<Blob> {
  const context = new OffscreenCanvas(CLOSER_SIZE.width, CLOSER_SIZE.height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  context.drawImage(await svgImage(closerPatch()), 0, 0);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

it('looks closer at an uncertain damage if the budget allows it, unless it is switched off', async () => {
  const server = new ModelServer(await patchModels(computeGoldenOutputs, ['damage-closer']));
  const photo = await drawPhoto();
  const findTypes = async (options: { budgetMs: number; closerLook?: boolean }) => {
    const { kerbside } = await openWithEngines({ server, engine: 'wasm', runtime: 'onnxruntime', options });
    const [report] = (await kerbside.engines()).models;
    const { entities } = await runTask(kerbside, await createInspection(kerbside, photo));
    const types = Object.values(entities.damages).map(({ damageType }) => damageType);
    return { crops: report?.crops, types };
  };
  const unlimited = 3_600_000;
  expect(await findTypes({ budgetMs: unlimited })).toEqual({ crops: 2, types: ['scratch'] });
  expect(await findTypes({ budgetMs: unlimited, closerLook: false })).toEqual({ types: [] });
  expect(await findTypes({ budgetMs: 0 })).toEqual({ types: [] });
});
