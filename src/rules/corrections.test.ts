import { describe, expect, test } from 'vitest';
import { confirmDamage, correctDamage, createDamage, deleteDamage, restoreDamage } from './damages.ts';
import { finishTask } from './finish-task.ts';
import { addImage } from './images.ts';
import { NOW, PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { createSeverity, updateSeverity } from './severities.ts';
import { updateTask, updateTaskAsHost } from './tasks.ts';
import { hideDeleted, toEntities } from './to-entities.ts';
import { createView, deleteView } from './views.ts';

const BOX = { xmin: 0, ymin: 0, width: 50, height: 50 };

function withDamage() {
  const runner = new RuleRunner();
  const imageId = runner.apply(addImage({ tasks: [] }, PHOTO)).result;
  const damageId = runner.apply(createDamage({ damageType: 'dent', partType: 'hood' })).result;
  return { runner, imageId, damageId };
}

describe('damages', () => {
  test('two damages of one part share its record; an unknown part has none', () => {
    const { runner } = withDamage();
    runner.apply(createDamage({ damageType: 'scratch', partType: 'hood' }));
    runner.apply(createDamage({ damageType: 'scratch', partType: 'ignore' }));
    const { damages, parts } = toEntities(runner.state);
    expect(Object.values(parts)).toMatchObject([{ partType: 'hood', damageIds: { length: 2 } }]);
    expect(Object.values(damages).map((damage) => damage.parts.length)).toEqual([1, 1, 0]);
  });

  test('a deleted damage hides its views and remembers the user’s severities of its part', () => {
    const { runner, imageId, damageId } = withDamage();
    runner.apply(createView({ damageId, imageId, boundingBox: BOX }));
    const { result: severityId } = runner.apply(createSeverity({ label: 'hood', level: 3 }));
    const response = runner.apply(deleteDamage(damageId));
    expect(response).toMatchObject({ id: damageId, deleted: true });
    expect(hideDeleted(runner.state, false)).toMatchObject({ damages: [], views: [] });
    expect(runner.state.damages[0]).toHaveProperty('severityIds', [severityId]);
  });
});

const MODEL = { model: 'damage', version: '3.2', engine: 'wasm' };

/** A dent on no known part that a model detected, with its outline. */
function withDetectedDamage() {
  const runner = new RuleRunner();
  const { result: imageId } = runner.apply(addImage({ tasks: [{ name: 'damage_detection' }] }, PHOTO));
  runner.apply(updateTask('damage_detection', { status: 'TODO' }));
  runner.apply(updateTaskAsHost('damage_detection', 'IN_PROGRESS'));
  const views = [{ imageId, boundingBox: BOX, confidence: 0.62 }];
  const damages = [{ damageType: 'dent' as const, partType: 'ignore' as const, confidence: 0.62, views }];
  runner.apply(finishTask('damage_detection', { createdBy: MODEL, damages }));
  return { runner, imageId, damageId: runner.state.damages[0]?.id ?? '' };
}

describe('corrections', () => {
  test('the part of a damage is stated as soon as a user names it; a corrected type says nothing about the part', () => {
    const { runner, damageId } = withDetectedDamage();
    const originOf = (id: string) => toEntities(runner.state).damages[id]?.partOrigin;
    const { result: typed } = runner.apply(correctDamage(damageId, { damageType: 'scratch' }));
    expect(originOf(typed)).toBeUndefined();
    const { result: placed } = runner.apply(correctDamage(typed, { partType: 'hood' }));
    expect(originOf(placed)).toBe('stated');
    const { result: retyped } = runner.apply(correctDamage(placed, { damageType: 'dent' }));
    expect(originOf(retyped)).toBe('stated');
  });

  test('a corrected damage keeps what the model detected, and its outlines', () => {
    const { runner, imageId, damageId } = withDetectedDamage();
    const { result, entities } = runner.apply(correctDamage(damageId, { partType: 'hood' }));
    expect(entities.damages[result]).toMatchObject({
      damageType: 'dent',
      partType: 'hood',
      createdBy: 'user',
      correctedFrom: { createdBy: MODEL, confidence: 0.62, damageType: 'dent', partType: 'ignore' },
    });
    const visible = hideDeleted(runner.state, false);
    expect(visible.damages.map(({ id }) => id)).toEqual([result]);
    expect(visible.views).toMatchObject([{ imageId, damageId: result, boundingBox: BOX }]);
    expect(toEntities(visible).parts).toMatchObject({ [entities.damages[result]?.parts[0] ?? '']: {} });
  });

  test('a second correction keeps the first origin', () => {
    const { runner, damageId } = withDetectedDamage();
    const { result: first } = runner.apply(correctDamage(damageId, { partType: 'hood' }));
    const { result: second } = runner.apply(correctDamage(first, { damageType: 'scratch' }));
    expect(runner.state.damages.find(({ id }) => id === second)).toMatchObject({
      damageType: 'scratch',
      partType: 'hood',
      correctedFrom: { confidence: 0.62, damageType: 'dent', partType: 'ignore' },
    });
  });

  test('the service gets a create, the outlines and a delete', () => {
    const { runner, damageId } = withDetectedDamage();
    runner.operations.length = 0;
    const { result } = runner.apply(correctDamage(damageId, { partType: 'hood' }));
    expect(runner.operations).toMatchObject([
      {
        kind: 'damage.create',
        payload: { damageId: result, input: { damageType: 'dent', partType: 'hood' } },
      },
      { kind: 'view.create', payload: { input: { damageId: result } } },
      { kind: 'damage.delete', payload: { damageId } },
    ]);
  });

  test('a deleted damage cannot be corrected', () => {
    const { runner, damageId } = withDetectedDamage();
    runner.apply(deleteDamage(damageId));
    expect(() => runner.apply(correctDamage(damageId, {}))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  test('a second analysis does not bring back what a user corrected', () => {
    const { runner, imageId, damageId } = withDetectedDamage();
    runner.apply(correctDamage(damageId, { damageType: 'scratch' }));
    runner.state = {
      ...runner.state,
      tasks: runner.state.tasks.map((task) => ({ ...task, status: 'IN_PROGRESS' })),
    };
    const views = [{ imageId, boundingBox: BOX }];
    const damages = [{ damageType: 'dent' as const, partType: 'ignore' as const, views }];
    runner.apply(finishTask('damage_detection', { createdBy: MODEL, damages }));
    expect(hideDeleted(runner.state, false).damages).toMatchObject([{ damageType: 'scratch' }]);
  });

  test('a confirmation is recorded, sends nothing and can be taken back', () => {
    const { runner, damageId } = withDetectedDamage();
    runner.operations.length = 0;
    runner.apply(confirmDamage(damageId, true));
    expect(runner.state.damages[0]).toMatchObject({ createdBy: MODEL, confirmedAt: NOW });
    runner.apply(confirmDamage(damageId, false));
    expect(runner.state.damages[0]).not.toHaveProperty('confirmedAt');
    expect(runner.operations).toEqual([]);
  });
});

describe('a restored damage', () => {
  test('is what it was, and is sent as a record that the service may still have', () => {
    const { runner, damageId } = withDetectedDamage();
    const before = runner.state;
    runner.apply(deleteDamage(damageId));
    runner.operations.length = 0;
    expect(runner.apply(restoreDamage(damageId)).entities.damages[damageId]).toMatchObject({
      createdBy: MODEL,
      confidence: 0.62,
    });
    expect(runner.state).toEqual(before);
    const [viewId] = before.views.map(({ id }) => id);
    expect(runner.operations).toMatchObject([
      { kind: 'damage.create', payload: { damageId, isRestored: true } },
      { kind: 'view.create', payload: { viewId, isRestored: true } },
    ]);
  });

  test('replaces its correction, whose part and outlines are gone', () => {
    const { runner, damageId } = withDetectedDamage();
    const before = runner.state;
    const { result } = runner.apply(correctDamage(damageId, { partType: 'hood' }));
    runner.operations.length = 0;
    runner.apply(restoreDamage(damageId, result));
    expect(runner.state).toEqual(before);
    expect(runner.operationKinds()).toEqual(['damage.create', 'view.create', 'damage.delete']);
  });

  test('that is not deleted stays as it is and sends nothing', () => {
    const { runner, damageId } = withDetectedDamage();
    const before = runner.state;
    runner.operations.length = 0;
    runner.apply(restoreDamage(damageId));
    expect(runner.state).toEqual(before);
    expect(runner.operations).toEqual([]);
  });

  test('counts with the severity that the user had set for its part', () => {
    const { runner, damageId } = withDamage();
    runner.apply(createSeverity({ label: 'hood', level: 3 }));
    const before = runner.state;
    runner.apply(deleteDamage(damageId));
    runner.apply(restoreDamage(damageId));
    expect(runner.state).toEqual(before);
  });

  test('must exist', () => {
    const { runner } = withDamage();
    expect(() => runner.apply(restoreDamage('unknown'))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });
});

describe('views', () => {
  test('without a box, the box surrounds the polygons', () => {
    const { runner, imageId, damageId } = withDamage();
    const polygons = [
      [
        [10, 20],
        [40, 20],
        [40, 60],
      ] as [number, number][],
    ];
    const { result: viewId, entities } = runner.apply(createView({ damageId, imageId, polygons }));
    expect(entities.views[viewId]?.boundingBox).toEqual({ xmin: 10, ymin: 20, width: 30, height: 40 });
  });

  test.each([
    ['a box outside the image', { boundingBox: { ...BOX, width: 500 } }],
    [
      'polygons beside the box',
      {
        boundingBox: { xmin: 0, ymin: 0, width: 5, height: 5 },
        polygons: [
          [
            [5, 0],
            [9, 0],
            [9, 5],
          ] as [number, number][],
        ],
      },
    ],
    [
      'a point outside the image',
      {
        boundingBox: BOX,
        polygons: [
          [
            [0, 0],
            [401, 0],
            [0, 9],
          ] as [number, number][],
        ],
      },
    ],
    [
      'polygons without area',
      {
        polygons: [
          [
            [5, 5],
            [5, 9],
            [5, 7],
          ] as [number, number][],
        ],
      },
    ],
  ])('rejects %s', (_name, place) => {
    const { runner, imageId, damageId } = withDamage();
    expect(() => runner.apply(createView({ damageId, imageId, ...place }))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  test('a new image is added with its photo and sent before the view', () => {
    const { runner, damageId } = withDamage();
    const rule = createView({ damageId, newImage: { name: 'close-up' }, boundingBox: BOX }, PHOTO);
    const { photos, operations } = rule(runner.state, runner.context);
    expect(photos).toHaveLength(1);
    expect(operations.map(({ kind }) => kind)).toEqual(['image.add', 'view.create']);
  });

  test('a view is gone once its damage is deleted', () => {
    const { runner, imageId, damageId } = withDamage();
    const { result: viewId } = runner.apply(createView({ damageId, imageId, boundingBox: BOX }));
    runner.apply(deleteDamage(damageId));
    expect(() => runner.apply(deleteView(viewId))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('severities', () => {
  test('an update keeps the other fields, and null removes the price', () => {
    const { runner } = withDamage();
    const { result: id } = runner.apply(createSeverity({ label: 'hood', level: 2, pricing: 300 }));
    runner.apply(updateSeverity(id, { pricing: null }));
    expect(runner.state.severityResults[0]?.value.customSeverity).toEqual({ level: 2 });
    expect(runner.operationKinds().slice(-2)).toEqual(['severity.create', 'severity.update']);
  });

  test('the first change of a severity from the rules creates it at the service', () => {
    const { runner } = withDamage();
    const createdBy = { model: 'repair-rules', version: '1', engine: 'rules' };
    runner.state = {
      ...runner.state,
      severityResults: [
        {
          id: 's',
          label: 'hood',
          isUserModified: false,
          relatedItemType: 'part',
          createdBy,
          value: { customSeverity: { level: 1 } },
        },
      ],
    };
    runner.apply(updateSeverity('s', { level: 3 }));
    expect(runner.operations.at(-1)).toMatchObject({
      kind: 'severity.create',
      payload: { severityId: 's', input: { label: 'hood', level: 3 } },
    });
  });
});
