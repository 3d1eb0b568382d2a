import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultAuthority } from '../domain/records/task.ts';
import type { BoundingBox } from '../domain/records/view.ts';
import type { AnalysisResult, DetectedDamage } from '../domain/task/analysis-result.ts';
import { confirmDamage, correctDamage, createDamage, deleteDamage } from './damages.ts';
import { finishTask } from './finish-task.ts';
import { addImage } from './images.ts';
import { finishReanalysis } from './reanalysis.ts';
import { PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { updateTask, updateTaskAsHost } from './tasks.ts';
import { createView } from './views.ts';

const TASK = 'damage_detection';
const SMALL = { model: 'damage', version: '4', engine: 'wasm' };
const LARGE = { model: 'damage-large', version: '1', engine: 'wasm' };
const BOX = { xmin: 10, ymin: 20, width: 100, height: 60 };
/** Overlaps `BOX` by two thirds. */
const NEAR = { ...BOX, xmin: 30 };
const FAR = { ...BOX, xmin: 250, ymin: 150 };

type Found = [DetectedDamage['damageType'], BoundingBox, DetectedDamage['partType']?];

/** An inspection after its first analysis, and a function that analyzes it again. */
function analyzeOnce(...found: Found[]) {
  return analyzeFor(undefined, ...found);
}

/** @param authority Whose results are final. */
function analyzeFor(authority: ResultAuthority | undefined, ...found: Found[]) {
  const runner = new RuleRunner({ [TASK]: {} });
  const imageId = runner.apply(addImage({ tasks: [{ name: TASK }] }, PHOTO)).result;
  const toResult = (createdBy: AnalysisResult['createdBy'], damages: Found[]): AnalysisResult => ({
    createdBy,
    damages: damages.map(([damageType, boundingBox, partType = 'hood']) => ({
      damageType,
      partType,
      confidence: createdBy === SMALL ? 0.4 : 0.9,
      views: [{ imageId, boundingBox }],
    })),
    parts: [{ partType: 'hood', views: [{ imageId, boundingBox: { ...BOX, width: 300 } }] }],
    detectionLimits: [
      { imageId, model: createdBy === SMALL ? 'damage 4.0.0' : 'damage-large 1.1.0', limits: [] },
    ],
  });
  runner.apply(updateTask(TASK, { status: 'TODO' }));
  runner.apply(updateTaskAsHost(TASK, 'IN_PROGRESS'));
  runner.apply(finishTask(TASK, { ...toResult(SMALL, found), reanalysis: 'pending' }, authority));
  const [firstEvents] = [runner.events.splice(0)];
  runner.operations.length = 0;
  const reanalyze = (...damages: Found[]) => runner.apply(finishReanalysis(TASK, toResult(LARGE, damages)));
  const ids = runner.state.damages.map(({ id }) => id);
  return { runner, imageId, firstEvents, reanalyze, ids };
}

const task = ({ state }: RuleRunner) => state.tasks.find(({ name }) => name === TASK);
const shown = ({ state }: RuleRunner) => state.damages.filter(({ deletedAt }) => deletedAt === undefined);

describe('finishTask of a result that is analyzed again', () => {
  it('marks the task and its event until the reanalysis is done', () => {
    const { runner, firstEvents, reanalyze } = analyzeOnce(['scratch', BOX]);
    expect(task(runner)?.reanalysis).toBe('pending');
    expect(firstEvents.at(-1)).toMatchObject({ type: 'task.updated', status: 'DONE', reanalysis: 'pending' });
    reanalyze(['scratch', BOX]);
    expect(task(runner)?.reanalysis).toBe('done');
    expect(runner.events.at(-1)).toMatchObject({ type: 'task.updated', status: 'DONE', reanalysis: 'done' });
  });
});

describe('finishReanalysis', () => {
  it('keeps the id of a damage that both analyses detected, with the outline of the second', () => {
    const { runner, reanalyze, ids } = analyzeOnce(['scratch', BOX]);
    const viewId = runner.state.views[0]?.id;
    reanalyze(['scratch', NEAR, 'trunk']);
    expect(shown(runner)).toMatchObject([
      { id: ids[0], partType: 'trunk', confidence: 0.9, createdBy: LARGE },
    ]);
    const views = runner.state.views.filter(({ damageId }) => damageId === ids[0]);
    expect(views).toMatchObject([{ id: viewId, boundingBox: NEAR, createdBy: LARGE }]);
    expect(runner.state.parts.map(({ partType }) => partType)).toEqual(['trunk']);
  });

  it('replaces the detection limit by that of the larger model', () => {
    const { runner, reanalyze } = analyzeOnce();
    expect(runner.state.images[0]?.detectionLimit?.model).toBe('damage 4.0.0');
    reanalyze();
    expect(runner.state.images[0]?.detectionLimit).toEqual({ model: 'damage-large 1.1.0', limits: [] });
  });

  it('removes what only the first analysis detected, and adds what only the second did', () => {
    const { runner, reanalyze, ids } = analyzeOnce(['scratch', BOX]);
    reanalyze(['dent', FAR]);
    const [dent] = shown(runner);
    expect(shown(runner)).toMatchObject([{ damageType: 'dent', createdBy: LARGE }]);
    expect(runner.events).toMatchObject([
      { type: 'damage.deleted', damageId: ids[0] },
      { type: 'damage.created', damageId: dent?.id },
      { type: 'task.updated' },
    ]);
    expect(runner.operations).toEqual([]);
  });

  it('leaves a damage that the user confirmed, deleted, corrected or created as it is, and adds none at its place', () => {
    const place = (n: number) => ({ ...BOX, xmin: 5 + 60 * n, width: 50 });
    const { runner, imageId, reanalyze, ids } = analyzeOnce(
      ['scratch', place(0)],
      ['scratch', place(1)],
      ['scratch', place(2)],
    );
    const [confirmed = '', deleted = '', corrected = ''] = ids;
    runner.apply(confirmDamage(confirmed, true));
    runner.apply(deleteDamage(deleted));
    runner.apply(correctDamage(corrected, { damageType: 'dent' }));
    const { result: own } = runner.apply(createDamage({ damageType: 'rustiness', partType: 'hood' }));
    runner.apply(createView({ imageId, damageId: own, boundingBox: place(3) }));
    const before = runner.state.damages;
    reanalyze(...[0, 1, 2, 3].map((n): Found => ['smash', place(n)]));
    expect(runner.state.damages).toEqual(before);
  });

  it('changes nothing of a task that the user validated', () => {
    const { runner, reanalyze } = analyzeOnce(['scratch', BOX]);
    runner.apply(updateTask(TASK, { status: 'VALIDATED' }));
    const before = runner.state;
    reanalyze(['dent', FAR]);
    expect(runner.state).toBe(before);
  });

  it('keeps the first result if there is no reanalysis after all', () => {
    const { runner } = analyzeOnce(['scratch', BOX]);
    const before = runner.state.damages;
    runner.apply(finishReanalysis(TASK, undefined));
    expect(runner.state.damages).toBe(before);
    expect(task(runner)).not.toHaveProperty('reanalysis');
  });

  const box = fc.record({
    xmin: fc.integer({ min: 0, max: 300 }),
    ymin: fc.integer({ min: 0, max: 200 }),
    width: fc.integer({ min: 10, max: 100 }),
    height: fc.integer({ min: 10, max: 100 }),
  });
  const found = fc.array(fc.tuple(fc.constantFrom<Found[0][]>('scratch', 'dent'), box), { maxLength: 5 });

  it('leaves exactly the damages of the reanalysis if no user changed any', () => {
    fc.assert(
      fc.property(found, found, (first, second) => {
        const { runner, reanalyze } = analyzeOnce(...first);
        reanalyze(...second);
        const boxes = shown(runner).map(({ id, damageType, createdBy }) => {
          const views = runner.state.views.filter(({ damageId }) => damageId === id);
          expect(createdBy).toBe(LARGE);
          return [damageType, ...views.map(({ boundingBox }) => boundingBox)];
        });
        expect(boxes).toHaveLength(second.length);
        expect(boxes).toEqual(expect.arrayContaining(second));
        const ids = new Set(runner.state.views.map(({ id }) => id));
        expect(ids.size).toBe(runner.state.views.length);
        const elements = new Set([...runner.state.damages, ...runner.state.parts].map(({ id }) => id));
        expect(runner.state.views.every(({ damageId }) => elements.has(damageId))).toBe(true);
      }),
    );
  });
});

describe('finishReanalysis where the results of the device are final', () => {
  it('creates what it adds at the service, and deletes what it removes', () => {
    const { runner, reanalyze, ids } = analyzeFor('device', ['scratch', BOX]);
    reanalyze(['dent', FAR]);
    const [dent] = shown(runner);
    expect(runner.operations).toMatchObject([
      { kind: 'damage.create', payload: { damageId: dent?.id, input: { damageType: 'dent' } } },
      { kind: 'view.create', payload: { input: { damageId: dent?.id, boundingBox: FAR } } },
      { kind: 'damage.delete', payload: { damageId: ids[0] } },
    ]);
  });

  it('replaces a view with another outline, and sends nothing for one that is the same', () => {
    const { runner, reanalyze, ids } = analyzeFor('device', ['scratch', BOX], ['dent', FAR]);
    const before = runner.state.views.find(({ damageId }) => damageId === ids[0]);
    reanalyze(['scratch', NEAR], ['dent', FAR]);
    expect(shown(runner).map(({ id }) => id)).toEqual(ids);
    const after = runner.state.views.find(({ damageId }) => damageId === ids[0]);
    expect(runner.operations).toMatchObject([
      { kind: 'view.create', payload: { viewId: after?.id, input: { boundingBox: NEAR } } },
      { kind: 'view.delete', payload: { viewId: before?.id } },
    ]);
  });

  it('replaces a damage on another part', () => {
    const { runner, reanalyze, ids } = analyzeFor('device', ['scratch', BOX]);
    reanalyze(['scratch', NEAR, 'trunk']);
    const [replaced] = shown(runner);
    expect(replaced?.id).not.toBe(ids[0]);
    expect(replaced).toMatchObject({ partType: 'trunk', createdBy: LARGE });
    expect(runner.operationKinds()).toEqual(['damage.create', 'view.create', 'damage.delete']);
  });

  it('sends nothing where the results of the service are final', () => {
    const { runner, reanalyze } = analyzeFor('service', ['scratch', BOX]);
    reanalyze(['dent', FAR]);
    expect(runner.operations).toEqual([]);
  });
});
