import { describe, expect, test } from 'vitest';
import type { TaskName } from '../domain/enums.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import { deleteDamage } from './damages.ts';
import { finishTask } from './finish-task.ts';
import { addImage } from './images.ts';
import { updateVehicle } from './inspections.ts';
import { PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { updateTask, updateTaskAsHost } from './tasks.ts';
import { toEntities } from './to-entities.ts';

const MODEL = { model: 'damage', version: '3', engine: 'wasm' };
const BOX = { xmin: 10, ymin: 20, width: 30, height: 40 };

function startTask(name: TaskName = 'damage_detection') {
  const runner = new RuleRunner({ [name]: {} });
  const imageId = runner.apply(addImage({ tasks: [{ name }] }, PHOTO)).result;
  runner.apply(updateTask(name, { status: 'TODO' }));
  runner.apply(updateTaskAsHost(name, 'IN_PROGRESS'));
  runner.operations.length = 0;
  return { runner, imageId };
}

const scratchOn = (imageId: string): AnalysisResult => ({
  createdBy: MODEL,
  damages: [
    { damageType: 'scratch', partType: 'hood', confidence: 0.8, views: [{ imageId, boundingBox: BOX }] },
  ],
  parts: [
    { partType: 'hood', views: [{ imageId, boundingBox: { ...BOX, width: 300 } }] },
    { partType: 'roof', views: [{ imageId, boundingBox: BOX }] },
  ],
});

describe('finishTask', () => {
  test('records damages with their part and views, and ends the task', () => {
    const { runner, imageId } = startTask();
    const task = runner.apply(finishTask('damage_detection', scratchOn(imageId)));
    const { damages, parts, views } = toEntities(runner.state);
    const [damage] = Object.values(damages);
    const [part] = Object.values(parts);
    expect(task.status).toBe('DONE');
    expect(damage).toMatchObject({
      damageType: 'scratch',
      confidence: 0.8,
      createdBy: MODEL,
      parts: [part?.id],
    });
    expect(Object.values(parts)).toHaveLength(1); // the roof has no damage
    expect(Object.values(views).map((view) => view.damageId)).toEqual([damage?.id, part?.id]);
  });

  test('replays nothing if the service has authority, everything if the device has', () => {
    for (const authority of ['service', undefined] as const) {
      const { runner, imageId } = startTask();
      runner.apply(finishTask('damage_detection', scratchOn(imageId), authority));
      expect(runner.operations).toEqual([]);
      expect(runner.state.tasks[0]?.authority).toBe(authority);
    }
    const final = startTask();
    final.runner.apply(finishTask('damage_detection', scratchOn(final.imageId), 'device'));
    expect(final.runner.operationKinds()).toEqual(['damage.create', 'view.create', 'task.update']);
  });

  test('a second run does not repeat damages, nor restore deleted ones', () => {
    const { runner, imageId } = startTask();
    runner.apply(finishTask('damage_detection', scratchOn(imageId)));
    const [damage] = runner.state.damages;
    runner.apply(deleteDamage(damage?.id ?? ''));
    const tasks = runner.state.tasks.map((task) => ({ ...task, status: 'IN_PROGRESS' as const }));
    runner.state = { ...runner.state, tasks };
    runner.apply(finishTask('damage_detection', scratchOn(imageId)));
    expect(runner.state.damages).toHaveLength(1);
  });

  test('records the detection limit of each photo', () => {
    const { runner, imageId } = startTask();
    const limit = { model: 'damage 4.0.0', limits: [{ damageType: 'scratch' as const, half: 20 }] };
    const result = { createdBy: MODEL, detectionLimits: [{ imageId, ...limit }] };
    runner.apply(finishTask('damage_detection', result));
    expect(runner.state.images[0]?.detectionLimit).toEqual(limit);
  });

  test('readings never overwrite fields of the vehicle', () => {
    const { runner } = startTask('images_ocr');
    runner.apply(updateVehicle({ plate: 'ENTERED' }));
    const vehicle = { plate: 'READ', vin: 'VF1AGVYB052345678' };
    runner.apply(finishTask('images_ocr', { createdBy: MODEL, vehicle }));
    expect(runner.state.vehicle).toMatchObject({ plate: 'ENTERED', vin: 'VF1AGVYB052345678' });
    expect(runner.state.vehicleReadings).toEqual(['vin']);
  });

  test('replaces the documents of the same images', () => {
    const { runner, imageId } = startTask('images_ocr');
    runner.state = {
      ...runner.state,
      documents: ['other', imageId].map((image, index) => ({
        id: `old-${index}`,
        type: 'TEXT',
        imageId: image,
        content: {},
        createdBy: MODEL,
      })),
    };
    const documents = [{ type: 'VIN', imageId, content: { fields: {} } }];
    runner.apply(finishTask('images_ocr', { createdBy: MODEL, documents }));
    expect(runner.state.documents.map(({ type, imageId: image }) => [type, image])).toEqual([
      ['TEXT', 'other'],
      ['VIN', imageId],
    ]);
  });
});
