// @module-tag long
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
  const detect = async (options: { budgetMs: number; refine?: boolean }) => {
    const { kerbside } = await openWithEngines({ server, engine: 'wasm', runtime: 'onnxruntime', options });
    const [report] = (await kerbside.models.engines()).models;
    const { entities } = await runTask(kerbside, await createInspection(kerbside, photo));
    const [scratch, ...others] = Object.values(entities.damages);
    expect(scratch).toMatchObject({ damageType: 'scratch' });
    expect(others).toEqual([]);
    return { crops: report?.crops ?? 0, confidence: scratch?.confidence ?? 0 };
  };
  const unlimited = 3_600_000;
  const closer = await detect({ budgetMs: unlimited });
  expect(closer.crops).toBe(2);
  // The crop is sure: 0.65 of 0.4 and 0.35 of 1.
  expect(closer.confidence).toBeCloseTo(0.61, 1);
  for (const options of [{ budgetMs: unlimited, refine: false }, { budgetMs: 0 }]) {
    const { crops, confidence } = await detect(options);
    expect(crops).toBe(0);
    expect(confidence).toBeCloseTo(0.4, 1);
  }
});
