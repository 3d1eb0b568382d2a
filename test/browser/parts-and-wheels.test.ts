// @module-tag long
import { expect, it } from 'vitest';
import { fromWireInspection, toWireInspection } from '../../src/wire/inspection.ts';
import { svgImage } from '../fixtures/browser-photos.ts';
import { patchModels } from '../fixtures/patch-models.ts';
import { PATCHED_SIZE, patchedSide } from '../fixtures/patched-car.ts';
import { computeGoldenOutputs, ModelServer, openWithEngines } from './support/engine-harness.ts';

async function drawPhoto(svg: string): Promise<Blob> {
  const context = new OffscreenCanvas(PATCHED_SIZE.width, PATCHED_SIZE.height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  context.drawImage(await svgImage(svg), 0, 0);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

it('one photo of a car results in damages on parts, analyzed wheels and an assessed coverage', async () => {
  const server = new ModelServer(await patchModels(computeGoldenOutputs));
  const { kerbside } = await openWithEngines({ server, runtime: 'onnxruntime' });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, wheel_analysis: {} },
  });
  const { result: imageId } = await kerbside.images.addOne(
    id,
    {
      tasks: ['damage_detection', 'wheel_analysis'],
      compliances: { coverage360: { sightId: 'back_right' } },
    },
    await drawPhoto(patchedSide()),
  );
  for (const task of ['damage_detection', 'wheel_analysis'] as const) {
    await kerbside.tasks.updateOne(id, task, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, task, { timeoutMs: 80_000 });
  }

  const { entities } = await kerbside.inspections.getOne(id);
  const damages = Object.values(entities.damages);
  expect(damages.map(({ damageType, partType }) => `${damageType} ${partType}`).toSorted()).toEqual([
    'hubcap_scratch hubcap_front_left',
    'misshape wheel_back_left',
    'missing_hubcap hubcap_back_left',
    'scratch door_front_left',
  ]);
  const wheels = Object.values(entities.wheelAnalysis);
  expect(
    wheels.map(({ wheelName, hubcapOverRim }) => [wheelName, hubcapOverRim.prediction]).toSorted(),
  ).toEqual([
    ['wheel_back_left', 'RIM_ONLY'],
    ['wheel_front_left', 'HUBCAP_OVER_RIM'],
  ]);
  expect(entities.images[imageId]).toMatchObject({
    viewpoint: { prediction: 'left' },
    compliances: { coverage_360: { status: 'DONE', is_compliant: false, sight_id: 'back_right' } },
  });
  const wire = JSON.parse(JSON.stringify(toWireInspection(id, entities)));
  expect(wire.wheel_analysis).toContainEqual(
    expect.objectContaining({
      wheel_name: 'wheel_front_left',
      image_id: imageId,
      hubcap_condition: { prediction: 'DAMAGED', confidence: expect.any(Number) },
    }),
  );
  expect(fromWireInspection(wire).entities.wheelAnalysis).toEqual(entities.wheelAnalysis);
});
