import { describe, expect, test } from 'vitest';
import type { DetectedDamage } from '../../domain/analysis-result.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import { createDamage, deleteDamage } from '../../rules/damages.ts';
import { finishTask } from '../../rules/finish-task.ts';
import { updateVehicle } from '../../rules/inspections.ts';
import { createSeverity } from '../../rules/severities.ts';
import { moveTask, updateTask } from '../../rules/tasks.ts';
import { createView, deleteView } from '../../rules/views.ts';
import { answered, DEVICE, mapped, merge, Notebook, remoteName, SERVICE, sent } from './merge-cases.suite.ts';
import type { RemoteWord } from './merge-results.ts';

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

/** A device that found these damages on one photo, and a service that answered with those. */
function story(device: (imageId: string) => DetectedDamage[], remote: (imageId: string) => DetectedDamage[]) {
  const book = new Notebook();
  const imageId = book.addImage();
  book.run('damage_detection', device(imageId));
  const [damageId = '', ...others] = book.state.damages.map(({ id }) => id);
  const word = (): RemoteWord => ({
    entities: answered(book.state, remote(imageId)),
    remoteIds: sent(book.state),
    unsent: book.operations,
    awaited: ['damage_detection'],
  });
  return { book, imageId, damageId, others, word };
}

describe('a damage that both found', () => {
  test('keeps its id here, is mapped to the remote one, and takes the service’s word', () => {
    const { book, imageId, damageId, word } = story(
      (image) => [scratch(view(image, 10, 10))],
      (image) => [{ ...scratch(view(image, 14, 12)), partType: 'roof', confidence: 0.9 }],
    );
    const { state, outbox } = merge(book.state, word());
    expect(state.damages).toMatchObject([
      { id: damageId, partType: 'roof', confidence: 0.9, createdBy: SERVICE },
    ]);
    expect(state.views).toMatchObject([{ damageId, imageId, boundingBox: { xmin: 14, ymin: 12 } }]);
    expect(mapped(outbox)).toMatchObject([
      { kind: 'damage', localId: damageId, remoteId: 'r-damage-0' },
      { kind: 'view', localId: book.state.views[0]?.id, remoteId: 'r-damage-0-view-0' },
    ]);
    expect(outbox?.at(-1)).toEqual({
      type: 'arrived',
      inspectionId: state.inspection.id,
      taskName: 'damage_detection',
    });
  });

  test('of two candidates the one that agrees better is it', () => {
    const { book, damageId, others, word } = story(
      (image) => [scratch(view(image, 10, 10)), scratch(view(image, 20, 10))],
      (image) => [scratch(view(image, 21, 10))],
    );
    const { state, outbox } = merge(book.state, word());
    expect(mapped(outbox)[0]).toMatchObject({ localId: others[0], remoteId: 'r-damage-0' });
    expect(state.damages.map(({ id }) => id)).toEqual(others);
    expect(state.damages.map(({ id }) => id)).not.toContain(damageId);
  });

  test('a different type at the same place is a different damage', () => {
    const { book, damageId, word } = story(
      (image) => [scratch(view(image, 10, 10))],
      (image) => [{ ...scratch(view(image, 10, 10)), damageType: 'dent' }],
    );
    const { state } = merge(book.state, word());
    expect(state.damages.map(({ damageType }) => damageType)).toEqual(['dent']);
    expect(state.damages.map(({ id }) => id)).not.toContain(damageId);
  });
});

describe('a damage that only the device found', () => {
  const alone = () =>
    story(
      (image) => [scratch(view(image, 10, 10))],
      () => [],
    );

  test('goes, and its part and views with it', () => {
    const { book, word } = alone();
    const { state, operations } = merge(book.state, word());
    expect([state.damages, state.views, state.parts, operations]).toEqual([[], [], [], []]);
  });

  test('becomes the person’s who added a view to it, and the service is told of it', () => {
    const { book, imageId, damageId, word } = alone();
    book.apply(createView({ damageId, ...view(imageId, 100, 100) }));
    const { state, operations } = merge(book.state, word());
    expect(state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
    expect(operations.map(({ kind }) => kind)).toEqual(['damage.create', 'view.create']);
    expect(operations[0]?.payload).toEqual({
      damageId,
      input: { damageType: 'scratch', partType: 'hood' },
    });
    expect(operations[1]?.payload).toMatchObject({ viewId: book.state.views[0]?.id, imageId });
  });

  test('becomes the person’s who took one of its views away; that view stays away', () => {
    const { book, damageId, word } = story(
      (image) => [scratch(view(image, 10, 10), view(image, 200, 200))],
      () => [],
    );
    const away = book.state.views[1]?.id ?? '';
    book.apply(deleteView(away));
    const { state, operations } = merge(book.state, word());
    expect(state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
    expect(state.views.find(({ id }) => id === away)?.deletedAt).toBeDefined();
    expect(operations.filter(({ kind }) => kind === 'view.create')).toHaveLength(1);
  });

  test('becomes the person’s who judged its part', () => {
    const { book, damageId, word } = alone();
    book.apply(createSeverity({ label: 'hood', level: 3 }));
    expect(merge(book.state, word()).state.damages).toMatchObject([{ id: damageId, createdBy: 'user' }]);
  });

  test('stays deleted where the person deleted it', () => {
    const { book, damageId, word } = alone();
    book.apply(deleteDamage(damageId));
    const { state, operations } = merge(book.state, word());
    expect(state.damages).toMatchObject([{ id: damageId, deletedAt: expect.any(String) }]);
    expect(operations).toEqual([]);
  });
});

describe('what a person deleted and the service found', () => {
  test('stays deleted here, and is mapped, so that the delete reaches the right damage', () => {
    const { book, damageId, word } = story(
      (image) => [scratch(view(image, 10, 10)), scratch(view(image, 200, 200))],
      (image) => [scratch(view(image, 200, 202)), scratch(view(image, 11, 10))],
    );
    book.apply(deleteDamage(damageId));
    const { state, outbox } = merge(book.state, word());
    expect(state.damages.find(({ id }) => id === damageId)?.deletedAt).toBeDefined();
    expect(mapped(outbox)).toContainEqual(
      expect.objectContaining({ localId: damageId, remoteId: 'r-damage-1' }),
    );
  });
});

describe('records that a person sent and has no answer for', () => {
  test('are not taken in a second time', () => {
    const { book, word } = story(
      () => [],
      () => [],
    );
    book.apply(createDamage({ damageType: 'dent', partType: 'roof' }));
    book.apply(createSeverity({ label: 'roof', level: 2 }));
    const unsent = book.operations.map((operation) => ({
      ...operation,
      delivery: { state: 'sending', attempts: 1, unanswered: false } as const,
    }));
    const created = { id: 'r-1', createdAt: '', createdBy: 'user' as const };
    const entities = answered(book.state, [], {
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
    const { state, outbox } = merge(book.state, { ...word(), entities, unsent });
    expect([state.damages, state.severityResults]).toEqual([book.state.damages, book.state.severityResults]);
    expect(mapped(outbox)).toEqual([]);
    const alreadyAnswered = merge(book.state, { ...word(), entities });
    expect(alreadyAnswered.state.damages).toHaveLength(2);
  });
});

describe('a task that the service could not do', () => {
  test('says why, and leaves what the device found', () => {
    const { book, imageId, word } = story(
      (image) => [scratch(view(image, 10, 10))],
      () => [],
    );
    const entities = answered(book.state, [], { status: 'ERROR' });
    const [task] = Object.values(entities.tasks);
    if (task) task.errorMessages = [{ id: 'e', message: 'No car to be seen', createdAt: '' }];
    const { state, outbox } = merge(book.state, { ...word(), entities });
    expect(state.tasks).toMatchObject([
      { status: 'ERROR', errorMessages: [{ message: 'No car to be seen' }] },
    ]);
    expect(state.damages).toEqual(book.state.damages);
    expect(outbox).toMatchObject([{ type: 'arrived' }]);

    // Started again, the device finds the same once more.
    book.state = state;
    book.run('damage_detection', [scratch(view(imageId, 10, 10))]);
    expect(book.state.damages).toHaveLength(1);
  });
});

test('a task that still runs changes nothing, and another task’s results leave damages alone', () => {
  const book = new Notebook(undefined, ['damage_detection', 'wheel_analysis']);
  const imageId = book.addImage(['damage_detection', 'wheel_analysis']);
  book.run('damage_detection', [scratch(view(imageId, 10, 10))]);
  const entities = answered(book.state, []);
  const both: TaskName[] = ['damage_detection', 'wheel_analysis'];
  const word = { entities, remoteIds: sent(book.state), unsent: [], awaited: both };
  for (const task of Object.values(entities.tasks)) task.status = 'IN_PROGRESS';
  expect(merge(book.state, word)).toMatchObject({ state: book.state, answer: [] });

  for (const task of Object.values(entities.tasks)) if (task.name === 'wheel_analysis') task.status = 'DONE';
  const { state, answer } = merge(book.state, word);
  expect(answer).toEqual(['wheel_analysis']);
  expect(state.damages).toEqual(book.state.damages);
});

test('a person’s VALIDATED stays when the service says DONE', () => {
  const { book, word } = story(
    () => [],
    () => [],
  );
  book.apply(updateTask('damage_detection', { status: 'VALIDATED' }));
  expect(merge(book.state, word()).state.tasks).toMatchObject([{ status: 'VALIDATED' }]);
});

describe('wheels, documents and the vehicle', () => {
  const wheel = (imageId: string, condition: 'OK' | 'KO'): WheelAnalysis =>
    ({ id: `r-${imageId}`, imageId, wheelName: 'wheel_front_left', rimCondition: condition }) as never;

  function read() {
    const book = new Notebook(undefined, ['wheel_analysis', 'images_ocr']);
    const imageId = book.addImage(['wheel_analysis', 'images_ocr']);
    for (const name of ['wheel_analysis', 'images_ocr'] as const) {
      book.apply(updateTask(name, { status: 'TODO' }));
      book.apply(moveTask(name, 'IN_PROGRESS'));
      book.apply(
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
    const word = (vehicle: object): RemoteWord => ({
      entities: answered(book.state, [], {
        more: {
          wheelAnalysis: { w: { ...wheel(remoteName(imageId), 'OK'), id: 'w' } },
          documents: {
            d: { id: 'd', type: 'VIN', imageId: '', content: { text: 'R2' }, createdBy: SERVICE },
          },
          vehicles: { v: { id: 'v', ...vehicle } },
        },
      }),
      remoteIds: sent(book.state),
      unsent: [],
      awaited: ['wheel_analysis', 'images_ocr'],
    });
    return { book, imageId, word };
  }

  test('take the service’s word under the ids they had', () => {
    const { book, imageId, word } = read();
    const { state } = merge(book.state, word({ vin: 'R2' }));
    expect(state.wheelAnalysis).toMatchObject([{ imageId, rimCondition: 'OK' }]);
    expect(state.wheelAnalysis[0]?.id).toBe(book.state.wheelAnalysis[0]?.id);
    expect(state.documents).toEqual([
      { ...book.state.documents[0], content: { text: 'R2' }, createdBy: SERVICE },
    ]);
    expect(state.vehicle).toMatchObject({ vin: 'R2', plate: 'AB-1' });
  });

  test('a field that a person entered is theirs, whatever was read before or is read now', () => {
    const { book, word } = read();
    book.apply(updateVehicle({ vin: 'TYPED' }));
    const { state } = merge(book.state, word({ vin: 'R2', plate: 'CD-2' }));
    expect(state.vehicle).toMatchObject({ vin: 'TYPED', plate: 'CD-2' });
  });
});
