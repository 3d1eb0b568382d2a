import { describe, expect, test } from 'vitest';
import type { TaskName } from '../../domain/enums.ts';
import type { DetectionLimit } from '../../domain/records/detection-limit.ts';
import type { Image } from '../../domain/records/image.ts';
import type { WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import type { DetectedDamage } from '../../domain/task/analysis-result.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import { finishTask } from '../../rules/finish-task.ts';
import { updateVehicle } from '../../rules/inspections.ts';
import { createSeverity } from '../../rules/severities.ts';
import { updateTask, updateTaskAsHost } from '../../rules/tasks.ts';
import { createView, deleteView } from '../../rules/views.ts';
import {
  createRemoteEntities,
  createRemoteIds,
  DEVICE,
  getMappedIds,
  merge,
  RuleRunner,
  SERVICE,
  toRemoteId,
} from './merge-cases.suite.ts';
import type { MergeInput } from './merge-results.ts';

const view = (imageId: string, xmin: number, ymin: number) => ({
  imageId,
  boundingBox: { xmin, ymin, width: 40, height: 40 },
});
const scratch = (...views: DetectedDamage['views']): DetectedDamage => ({
  damageType: 'scratch',
  partType: 'hood',
  confidence: 0.5,
  views,
});

/** A device and a service that detected these damages on one photo. */
function detect(
  device: (imageId: string) => DetectedDamage[],
  remote: (imageId: string) => DetectedDamage[],
) {
  const runner = new RuleRunner();
  const imageId = runner.addImage();
  runner.runTask('damage_detection', device(imageId));
  const [damageId = '', ...others] = runner.state.damages.map(({ id }) => id);
  const createInput = (): MergeInput => ({
    entities: createRemoteEntities(runner.state, remote(imageId)),
    remoteIds: createRemoteIds(runner.state),
    unsent: runner.operations,
    awaited: ['damage_detection'],
  });
  return { runner, imageId, damageId, others, createInput };
}

describe('the detection limit of a photo', () => {
  const limit = (model: string, pixelsPerCm: number) => ({
    model,
    scale: { pixelsPerCm, low: pixelsPerCm, high: pixelsPerCm, from: 'wheel' as const },
    limits: [{ damageType: 'scratch' as const, half: 20 }],
  });

  function mergeLimit(remote: DetectionLimit | undefined, scale: number) {
    const runner = new RuleRunner();
    const imageId = runner.addImage();
    runner.runTask('damage_detection', [], [{ imageId, ...limit('damage 4.0.0', 4) }]);
    const [image] = runner.state.images;
    const sent = { ...image, id: toRemoteId(imageId), ...(remote && { detectionLimit: remote }) } as Image;
    const { detectionLimit: _own, ...withoutLimit } = sent;
    const images = { [sent.id]: remote ? sent : withoutLimit };
    const entities = createRemoteEntities(runner.state, [], { more: { images } });
    const remoteIds = createRemoteIds(runner.state, scale);
    const input = { entities, remoteIds, unsent: [], awaited: ['damage_detection' as const] };
    return merge(runner.state, input).state.images[0]?.detectionLimit;
  }

  test('is that of the service’s model, in pixels of the original', () => {
    expect(mergeLimit(limit('damage-large 1.1.0', 2), 0.5)).toEqual(limit('damage-large 1.1.0', 4));
  });

  test('is unknown if the service does not state it: the device’s results are replaced', () => {
    expect(mergeLimit(undefined, 1)).toBeUndefined();
  });
});

describe('a damage of both', () => {
  test('keeps its local id, is mapped to the remote one, and takes the service’s fields', () => {
    const { runner, imageId, damageId, createInput } = detect(
      (image) => [scratch(view(image, 10, 10))],
      (image) => [{ ...scratch(view(image, 14, 12)), partType: 'roof', confidence: 0.9 }],
    );
    const { state, outbox } = merge(runner.state, createInput());
    expect(state.damages).toMatchObject([
      { id: damageId, partType: 'roof', confidence: 0.9, createdBy: SERVICE },
    ]);
    expect(state.views).toMatchObject([{ damageId, imageId, boundingBox: { xmin: 14, ymin: 12 } }]);
    expect(getMappedIds(outbox)).toMatchObject([
      { kind: 'damage', localId: damageId, remoteId: 'r-damage-0' },
      { kind: 'view', localId: runner.state.views[0]?.id, remoteId: 'r-damage-0-view-0' },
    ]);
    expect(outbox?.at(-1)).toEqual({
      type: 'arrived',
      inspectionId: state.inspection.id,
      taskName: 'damage_detection',
    });
  });

  test('matches the candidate with the larger overlap', () => {
    const { runner, damageId, others, createInput } = detect(
      (image) => [scratch(view(image, 10, 10)), scratch(view(image, 20, 10))],
      (image) => [scratch(view(image, 21, 10))],
    );
    const { state, outbox } = merge(runner.state, createInput());
    expect(getMappedIds(outbox)[0]).toMatchObject({ localId: others[0], remoteId: 'r-damage-0' });
    expect(state.damages.map(({ id }) => id)).toEqual(others);
    expect(state.damages.map(({ id }) => id)).not.toContain(damageId);
  });

  test('does not match another type at the same place', () => {
    const { runner, damageId, createInput } = detect(
      (image) => [scratch(view(image, 10, 10))],
      (image) => [{ ...scratch(view(image, 10, 10)), damageType: 'dent' }],
    );
    const { state } = merge(runner.state, createInput());
    expect(state.damages.map(({ damageType }) => damageType)).toEqual(['dent']);
    expect(state.damages.map(({ id }) => id)).not.toContain(damageId);
  });
});

test('a model’s damage that this device created at the service again keeps its origin', () => {
  const { runner, damageId, createInput } = detect(
    (image) => [scratch(view(image, 10, 10))],
    (image) => [scratch(view(image, 10, 10))],
  );
  const input = createInput();
  const inspectionId = runner.state.inspection.id;
  for (const record of [...Object.values(input.entities.damages), ...Object.values(input.entities.views)])
    record.createdBy = 'user';
  const remoteIds = [
    ...input.remoteIds,
    { kind: 'damage' as const, localId: damageId, remoteId: 'r-damage-0', inspectionId },
    {
      kind: 'view' as const,
      localId: runner.state.views[0]?.id ?? '',
      remoteId: 'r-damage-0-view-0',
      inspectionId,
    },
  ];
  const { state } = merge(runner.state, { ...input, remoteIds });
  expect(state.damages).toEqual(runner.state.damages);
  expect(state.views).toEqual(runner.state.views);
});

describe('a damage of the device alone', () => {
  const detectOnDevice = () =>
    detect(
      (image) => [scratch(view(image, 10, 10))],
      () => [],
    );

  test('is removed with its part and views', () => {
    const { runner, createInput } = detectOnDevice();
    const { state, operations } = merge(runner.state, createInput());
    expect([state.damages, state.views, state.parts, operations]).toEqual([[], [], [], []]);
  });

  test('becomes the user’s own if they added a view, and is sent', () => {
    const { runner, imageId, damageId, createInput } = detectOnDevice();
    runner.apply(createView({ damageId, ...view(imageId, 100, 100) }));
    const { state, operations } = merge(runner.state, createInput());
    expect(state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
    expect(operations.map(({ kind }) => kind)).toEqual(['damage.create', 'view.create']);
    expect(operations[0]?.payload).toEqual({
      damageId,
      input: { damageType: 'scratch', partType: 'hood' },
    });
    expect(operations[1]?.payload).toMatchObject({ viewId: runner.state.views[0]?.id, imageId });
  });

  test('becomes the user’s own if they deleted a view, which stays deleted', () => {
    const { runner, damageId, createInput } = detect(
      (image) => [scratch(view(image, 10, 10), view(image, 200, 200))],
      () => [],
    );
    const deletedId = runner.state.views[1]?.id ?? '';
    runner.apply(deleteView(deletedId));
    const { state, operations } = merge(runner.state, createInput());
    expect(state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
    expect(state.views.find(({ id }) => id === deletedId)?.deletedAt).toBeDefined();
    expect(operations.filter(({ kind }) => kind === 'view.create')).toHaveLength(1);
  });

  test('becomes the user’s own if they set a severity for its part', () => {
    const { runner, damageId, createInput } = detectOnDevice();
    runner.apply(createSeverity({ label: 'hood', level: 3 }));
    expect(merge(runner.state, createInput()).state.damages).toMatchObject([
      { id: damageId, createdBy: 'user' },
    ]);
  });

  test('stays deleted if the user deleted it', () => {
    const { runner, damageId, createInput } = detectOnDevice();
    runner.apply(deleteDamage(damageId));
    const { state, operations } = merge(runner.state, createInput());
    expect(state.damages).toMatchObject([{ id: damageId, deletedAt: expect.any(String) }]);
    expect(operations).toEqual([]);
  });
});

describe('a damage that the user deleted and the service detected', () => {
  test('stays deleted and is mapped, so that the delete reaches the right damage', () => {
    const { runner, damageId, createInput } = detect(
      (image) => [scratch(view(image, 10, 10)), scratch(view(image, 200, 200))],
      (image) => [scratch(view(image, 200, 202)), scratch(view(image, 11, 10))],
    );
    runner.apply(deleteDamage(damageId));
    const { state, outbox } = merge(runner.state, createInput());
    expect(state.damages.find(({ id }) => id === damageId)?.deletedAt).toBeDefined();
    expect(getMappedIds(outbox)).toContainEqual(
      expect.objectContaining({ localId: damageId, remoteId: 'r-damage-1' }),
    );
  });
});

describe('records of creates in doubt', () => {
  test('are not added a second time', () => {
    const { runner, createInput } = detect(
      () => [],
      () => [],
    );
    runner.apply(createDamage({ damageType: 'dent', partType: 'roof' }));
    runner.apply(createSeverity({ label: 'roof', level: 2 }));
    const unsent = runner.operations.map((operation) => ({
      ...operation,
      delivery: { state: 'sending', attempts: 1, unanswered: false } as const,
    }));
    const created = { id: 'r-1', createdAt: '', createdBy: 'user' as const };
    const entities = createRemoteEntities(runner.state, [], {
      more: {
        damages: { 'r-1': { ...created, damageType: 'dent', partType: 'roof', parts: [] } },
        severityResults: {
          'r-2': {
            id: 'r-2',
            label: 'roof',
            isUserModified: true,
            relatedItemType: 'part',
            createdBy: 'user',
            value: { customSeverity: { level: 2 } },
          },
        },
      },
    });
    const { state, outbox } = merge(runner.state, { ...createInput(), entities, unsent });
    expect([state.damages, state.severityResults]).toEqual([
      runner.state.damages,
      runner.state.severityResults,
    ]);
    expect(getMappedIds(outbox)).toEqual([]);
    const notInDoubt = merge(runner.state, { ...createInput(), entities });
    expect(notInDoubt.state.damages).toHaveLength(2);
  });
});

describe('a task that failed at the service', () => {
  // Proves wire E3.
  test('takes the error message, and keeps the device’s results', () => {
    const { runner, imageId, createInput } = detect(
      (image) => [scratch(view(image, 10, 10))],
      () => [],
    );
    const entities = createRemoteEntities(runner.state, [], { status: 'ERROR' });
    const [task] = Object.values(entities.tasks);
    if (task) task.errorMessages = [{ id: 'e', message: 'No car on the photo', createdAt: '' }];
    const { state, outbox } = merge(runner.state, { ...createInput(), entities });
    expect(state.tasks).toMatchObject([
      { status: 'ERROR', errorMessages: [{ message: 'No car on the photo' }] },
    ]);
    expect(state.damages).toEqual(runner.state.damages);
    expect(outbox).toMatchObject([{ type: 'arrived' }]);

    // When the task runs again, the device detects the same damage.
    runner.state = state;
    runner.runTask('damage_detection', [scratch(view(imageId, 10, 10))]);
    expect(runner.state.damages).toHaveLength(1);
  });
});

test('a running task changes nothing, and results of another task do not change damages', () => {
  const runner = new RuleRunner(undefined, ['damage_detection', 'wheel_analysis']);
  const imageId = runner.addImage(['damage_detection', 'wheel_analysis']);
  runner.runTask('damage_detection', [scratch(view(imageId, 10, 10))]);
  const entities = createRemoteEntities(runner.state, []);
  const both: TaskName[] = ['damage_detection', 'wheel_analysis'];
  const input = { entities, remoteIds: createRemoteIds(runner.state), unsent: [], awaited: both };
  for (const task of Object.values(entities.tasks)) task.status = 'IN_PROGRESS';
  expect(merge(runner.state, input)).toMatchObject({ state: runner.state, result: [] });

  for (const task of Object.values(entities.tasks)) if (task.name === 'wheel_analysis') task.status = 'DONE';
  const { state, result } = merge(runner.state, input);
  expect(result).toEqual(['wheel_analysis']);
  expect(state.damages).toEqual(runner.state.damages);
});

test('a task that the user validated stays VALIDATED', () => {
  const { runner, createInput } = detect(
    () => [],
    () => [],
  );
  runner.apply(updateTask('damage_detection', { status: 'VALIDATED' }));
  expect(merge(runner.state, createInput()).state.tasks).toMatchObject([{ status: 'VALIDATED' }]);
});

describe('wheels, documents and the vehicle', () => {
  const wheel = (imageId: string, condition: 'OK' | 'KO'): WheelAnalysis =>
    ({ id: `r-${imageId}`, imageId, wheelName: 'wheel_front_left', rimCondition: condition }) as never;

  function readOnDevice() {
    const runner = new RuleRunner(undefined, ['wheel_analysis', 'images_ocr']);
    const imageId = runner.addImage(['wheel_analysis', 'images_ocr']);
    for (const name of ['wheel_analysis', 'images_ocr'] as const) {
      runner.apply(updateTask(name, { status: 'TODO' }));
      runner.apply(updateTaskAsHost(name, 'IN_PROGRESS'));
      runner.apply(
        finishTask(name, {
          createdBy: DEVICE,
          ...(name === 'wheel_analysis'
            ? { wheelAnalysis: [wheel(imageId, 'KO')] }
            : {
                vehicle: { vin: 'READ1', plate: 'AB-1' },
                documents: [{ type: 'VIN', imageId, content: { text: 'READ1' } }],
              }),
        }),
      );
    }
    const createInput = (vehicle: object): MergeInput => ({
      entities: createRemoteEntities(runner.state, [], {
        more: {
          wheelAnalysis: { w: { ...wheel(toRemoteId(imageId), 'OK'), id: 'w' } },
          documents: {
            d: { id: 'd', type: 'VIN', imageId: '', content: { text: 'R2' }, createdBy: SERVICE },
          },
          vehicles: { v: { id: 'v', ...vehicle } },
        },
      }),
      remoteIds: createRemoteIds(runner.state),
      unsent: [],
      awaited: ['wheel_analysis', 'images_ocr'],
    });
    return { runner, imageId, createInput };
  }

  // Proves wire F3.
  test('take the service’s values and keep their ids', () => {
    const { runner, imageId, createInput } = readOnDevice();
    const { state } = merge(runner.state, createInput({ vin: 'R2' }));
    expect(state.wheelAnalysis).toMatchObject([{ imageId, rimCondition: 'OK' }]);
    expect(state.wheelAnalysis[0]?.id).toBe(runner.state.wheelAnalysis[0]?.id);
    expect(state.documents).toEqual([
      { ...runner.state.documents[0], content: { text: 'R2' }, createdBy: SERVICE },
    ]);
    expect(state.vehicle).toMatchObject({ vin: 'R2', plate: 'AB-1' });
  });

  test('a vehicle field that the user entered stays', () => {
    const { runner, createInput } = readOnDevice();
    runner.apply(updateVehicle({ vin: 'TYPED' }));
    const { state } = merge(runner.state, createInput({ vin: 'R2', plate: 'CD-2' }));
    expect(state.vehicle).toMatchObject({ vin: 'TYPED', plate: 'CD-2' });
  });
});
