import { describe, expect, test } from 'vitest';
import { type CopyOptions, copyInspection } from './copy-inspection.ts';
import { createDamage, deleteDamage } from './damages.ts';
import { finishTask } from './finish-task.ts';
import { addImage, deleteImage } from './images.ts';
import { addPdfData, updateVehicle } from './inspections.ts';
import type { StoredPhoto } from './rule.ts';
import { NOW, PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { createSeverity } from './severities.ts';
import type { InspectionState } from './state.ts';
import { updateTask, updateTaskAsHost } from './tasks.ts';
import { createView } from './views.ts';

const OPTIONS: CopyOptions = { id: 'copy', send: true, keepsRelated: false };
const BOX = { xmin: 1, ymin: 2, width: 3, height: 4 };

/** The user of another device who imports. */
function createImporter() {
  let count = 0;
  return {
    user: { id: 'ben', organizationId: 'garage' },
    now: '2026-06-01T10:00:00.000Z',
    newId: () => `new-${String(++count).padStart(3, '0')}`,
  };
}

const photosOf = (state: InspectionState): StoredPhoto[] =>
  state.images.map(({ id }) => ({ ...PHOTO, imageId: id, inspectionId: state.inspection.id }));

function copy(state: InspectionState, options: Partial<CopyOptions> = {}, photos = photosOf(state)) {
  return copyInspection({ state, photos }, { ...OPTIONS, ...options }, createImporter());
}

/** The kinds of the operations, with the statuses of tasks. */
function describeOperations({ operations }: ReturnType<typeof copy>): string[] {
  return operations.map((one) =>
    one.kind === 'task.update' ? `${one.payload.taskName} ${one.payload.input.status}` : one.kind,
  );
}

/** An inspection on which a model detected a damage, and a user worked. */
function createInspected(): RuleRunner {
  const runner = new RuleRunner({ damage_detection: {}, wheel_analysis: {} });
  const { result: imageId } = runner.apply(addImage({ tasks: [{ name: 'damage_detection' }] }, PHOTO));
  runner.apply(updateTask('damage_detection', { status: 'TODO' }));
  runner.apply(updateTaskAsHost('damage_detection', 'IN_PROGRESS'));
  runner.apply(
    finishTask('damage_detection', {
      createdBy: { model: 'yolo', version: '1', engine: 'wasm' },
      damages: [{ damageType: 'dent', partType: 'hood', views: [{ imageId, boundingBox: BOX }] }],
    }),
  );
  const { result: damageId } = runner.apply(createDamage({ damageType: 'scratch', partType: 'roof' }));
  runner.apply(createView({ imageId, damageId, boundingBox: BOX }));
  runner.apply(createSeverity({ label: 'roof', level: 2, pricing: 80 }));
  runner.apply(updateVehicle({ plate: 'AB-123-CD' }));
  runner.apply(addPdfData({ comment: 'rain' }));
  return runner;
}

describe('a copy', () => {
  test('belongs to the importing user and keeps the times of its records', () => {
    const { state, result, events } = copy(createInspected().state);
    expect(result.result).toBe('copy');
    expect(state.inspection).toMatchObject({
      id: 'copy',
      ownerId: 'ben',
      creatorId: 'ben',
      organizationId: 'garage',
      createdAt: NOW,
    });
    expect(events).toEqual([{ type: 'inspection.imported', inspectionId: 'copy' }]);
  });

  test('is created at the service with everything that the user and the models recorded', () => {
    const decision = copy(createInspected().state);
    expect(describeOperations(decision)).toEqual([
      'inspection.create',
      'inspection.pdf_data',
      'image.add',
      'damage.create',
      'view.create',
      'damage.create',
      'view.create',
      'severity.create',
      'damage_detection DONE',
      'inspection.results',
    ]);
    expect(new Set(decision.operations.map(({ userId }) => userId))).toEqual(new Set(['ben']));
    expect(decision.operations[0]?.payload).toMatchObject({
      input: {
        vehicle: { plate: 'AB-123-CD' },
        tasks: {
          damage_detection: { status: 'NOT_STARTED', damageScoreThreshold: 0.3 },
          wheel_analysis: { status: 'NOT_STARTED' },
        },
      },
    });
    const [image] = decision.state.images;
    expect(decision.photos).toEqual([{ ...PHOTO, imageId: image?.id, inspectionId: 'copy' }]);
  });

  test('leaves no id of the original in records, photos or operations', () => {
    const { state, photos, operations } = copy(createInspected().state);
    expect(JSON.stringify({ state, photos, operations })).not.toMatch(/id-\d{3}/);
  });

  test('of a deleted inspection is sent to nobody', () => {
    const { state } = createInspected();
    const deleted = { ...state, inspection: { ...state.inspection, deletedAt: NOW } };
    const decision = copy(deleted);
    expect(decision.state.inspection.deletedAt).toBe(NOW);
    expect(decision.operations).toEqual([]);
  });

  test('with send: false has all records and no operations', () => {
    const { state } = createInspected();
    const decision = copy(state, { send: false });
    expect(decision.operations).toEqual([]);
    expect(decision.state.damages).toHaveLength(state.damages.length);
  });

  test('does not send deleted records', () => {
    const runner = new RuleRunner({});
    const { result: imageId } = runner.apply(addImage({ tasks: [] }, PHOTO));
    const { result: damageId } = runner.apply(createDamage({ damageType: 'dent', partType: 'hood' }));
    runner.apply(createView({ imageId, damageId, boundingBox: BOX }));
    runner.apply(deleteImage(imageId));
    runner.apply(deleteDamage(damageId));
    const decision = copy(runner.state);
    expect(describeOperations(decision)).toEqual(['inspection.create']);
    expect(decision.state.images[0]?.deletedAt).toBe(NOW);
  });

  test('does not send an image without a photo, nor its views', () => {
    const { state } = createInspected();
    const kinds = describeOperations(copy(state, {}, []));
    expect(kinds).not.toContain('image.add');
    expect(kinds).not.toContain('view.create');
    expect(kinds.filter((kind) => kind === 'damage.create')).toHaveLength(2);
  });

  test('leaves the damages of models to a service that is asked to detect them', () => {
    const { state } = createInspected();
    const tasks = state.tasks.map((task) => ({ ...task, status: 'IN_PROGRESS' as const }));
    expect(describeOperations(copy({ ...state, tasks }))).toEqual([
      'inspection.create',
      'inspection.pdf_data',
      'image.add',
      'damage.create',
      'view.create',
      'severity.create',
      'damage_detection TODO',
      'wheel_analysis TODO',
      'inspection.results',
    ]);
  });

  test.each([
    { status: 'NOT_STARTED', sent: [] },
    { status: 'TODO', sent: ['TODO'] },
    { status: 'IN_PROGRESS', sent: ['TODO'] },
    { status: 'DONE', sent: ['DONE'] },
    { status: 'IN_REVIEW', sent: ['DONE'], copied: 'DONE' },
    { status: 'VALIDATED', sent: ['DONE', 'VALIDATED'] },
    { status: 'ERROR', sent: [] },
    { status: 'ABORTED', sent: [] },
  ] as const)('sends a task that is $status as $sent', ({ status, sent, ...more }) => {
    const { state } = new RuleRunner();
    const decision = copy({ ...state, tasks: state.tasks.map((task) => ({ ...task, status })) });
    const updates = describeOperations(decision).slice(1);
    expect(updates).toEqual(sent.map((one) => `damage_detection ${one}`));
    expect(decision.state.tasks[0]?.status).toBe('copied' in more ? more.copied : status);
  });

  test('sends the arguments of a task', () => {
    const runner = new RuleRunner();
    runner.apply(updateTask('damage_detection', { status: 'NOT_STARTED', arguments: { zoom: 2 } }));
    expect(copy(runner.state).operations[1]?.payload).toEqual({
      taskName: 'damage_detection',
      input: { status: 'NOT_STARTED', arguments: { zoom: 2 } },
    });
  });

  test('has no callbacks: a file must not decide where the service sends results', () => {
    const callback = {
      url: 'https://example.org',
      headers: {},
      callbackEvent: 'STATUS_SET_TO_DONE',
    } as const;
    const { state } = new RuleRunner({ damage_detection: { callbacks: [callback] } });
    expect(state.tasks[0]?.callbacks).toEqual([callback]);
    expect(JSON.stringify(copy(state))).not.toContain('example.org');
  });

  test('keeps the related inspection only if it is on this device', () => {
    const { state } = new RuleRunner();
    const related = { ...state, inspection: { ...state.inspection, relatedInspectionId: 'earlier' } };
    expect(copy(related).state.inspection.relatedInspectionId).toBeUndefined();
    const kept = copy(related, { keepsRelated: true });
    expect(kept.state.inspection.relatedInspectionId).toBe('earlier');
    expect(kept.operations[0]?.payload).toMatchObject({ input: { relatedInspectionId: 'earlier' } });
  });
});
