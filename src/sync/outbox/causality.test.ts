import { describe, expect, test } from 'vitest';
import type { Operation, OperationKind, OperationPayloads } from '../../domain/outbox/operation.ts';
import { collectWithDependents, getCreatedId, getReferencedIds, waitsFor } from './causality.ts';

let count = 0;

function op<K extends OperationKind>(kind: K, payload: OperationPayloads[K]): Operation {
  count += 1;
  return { id: `op${count}`, kind, inspectionId: 'i', userId: 'ada', createdAt: '', payload } as Operation;
}

const create = op('inspection.create', { input: { tasks: {} } });
const remove = op('inspection.delete', {});
const photo = (imageId: string, ...tasks: ('damage_detection' | 'wheel_analysis')[]) =>
  op('image.add', { imageId, input: { tasks: tasks.map((name) => ({ name })) } });
const task = (taskName: 'damage_detection' | 'wheel_analysis', status: 'TODO' | 'DONE' | 'NOT_STARTED') =>
  op('task.update', { taskName, input: { status } });
const damage = (damageId: string, partType: 'hood' | 'roof' = 'hood') =>
  op('damage.create', { damageId, input: { damageType: 'dent', partType } });
const view = (viewId: string, imageId: string, damageId: string) =>
  op('view.create', { viewId, imageId, input: { imageId, damageId } });
const severity = (severityId: string, label: 'hood' | 'roof' = 'hood') =>
  op('severity.create', { severityId, input: { label } });

const left = photo('left', 'damage_detection');
const dent = damage('dent');

describe('an operation waits for an earlier one:', () => {
  const cases: [string, Operation, Operation][] = [
    ['everything for the create of the inspection', left, create],
    ['the delete of the inspection for everything', remove, left],
    ['the delete of an image for its upload', op('image.delete', { imageId: 'left' }), left],
    [
      'the delete of an image for views on it',
      op('image.delete', { imageId: 'left' }),
      view('v', 'left', 'dent'),
    ],
    ['a task start for the images that name the task', task('damage_detection', 'TODO'), left],
    [
      'a task start for every delete of an image',
      task('wheel_analysis', 'TODO'),
      op('image.delete', { imageId: 'x' }),
    ],
    [
      'a task update for the previous one',
      task('damage_detection', 'DONE'),
      task('damage_detection', 'TODO'),
    ],
    ['DONE for earlier corrections', task('damage_detection', 'DONE'), dent],
    ['a view for its image', view('v', 'left', 'dent'), left],
    ['a view for its damage', view('v', 'left', 'dent'), dent],
    [
      'the delete of a damage for its views',
      op('damage.delete', { damageId: 'dent' }),
      view('v', 'left', 'dent'),
    ],
    ['the delete of a view for its create', op('view.delete', { viewId: 'v' }), view('v', 'left', 'dent')],
    [
      'the delete of a damage for earlier severities',
      op('damage.delete', { damageId: 'dent' }),
      severity('s'),
    ],
    ['a severity for earlier damage deletes', severity('s'), op('damage.delete', { damageId: 'dent' })],
    [
      'the update of a severity for its create',
      op('severity.update', { severityId: 's', input: {} }),
      severity('s'),
    ],
    [
      'PDF data for earlier PDF data',
      op('inspection.pdf_data', { input: {} }),
      op('inspection.pdf_data', { input: {} }),
    ],
    [
      'a vehicle update for an earlier one',
      op('inspection.vehicle', { input: {} }),
      op('inspection.vehicle', { input: {} }),
    ],
    ['a damage for one with the same content', damage('other'), dent],
    ['a severity for one of the same part', severity('other'), severity('s')],
  ];
  test.each(cases)('%s', (_what, later, earlier) => expect(waitsFor(later, earlier)).toBe(true));
});

describe('operations are sent in parallel:', () => {
  const cases: [string, Operation, Operation][] = [
    ['photos', photo('right', 'damage_detection'), left],
    ['a task start and a photo of another task', task('wheel_analysis', 'TODO'), left],
    ['starts of different tasks', task('wheel_analysis', 'TODO'), task('damage_detection', 'TODO')],
    ['a damage and a photo', dent, left],
    ['damages with different content', damage('other', 'roof'), dent],
    [
      'PDF data and the vehicle',
      op('inspection.vehicle', { input: {} }),
      op('inspection.pdf_data', { input: {} }),
    ],
    ['a task start and corrections', task('damage_detection', 'TODO'), dent],
  ];
  test.each(cases)('%s', (_what, later, earlier) => expect(waitsFor(later, earlier)).toBe(false));
});

describe('collectWithDependents returns', () => {
  const onDent = view('v', 'left', 'dent');
  const chain = [
    create,
    left,
    photo('right'),
    dent,
    onDent,
    op('view.delete', { viewId: 'v' }),
    task('damage_detection', 'TODO'),
  ];
  const kinds = (operation: Operation) => collectWithDependents(operation, chain).map(({ kind }) => kind);

  test('for a photo: its views and their deletes, but not the task start', () =>
    expect(kinds(left)).toEqual(['image.add', 'view.create', 'view.delete']));
  test('for a damage: its views and their deletes', () =>
    expect(kinds(dent)).toEqual(['damage.create', 'view.create', 'view.delete']));
  test('for the inspection: everything', () => expect(collectWithDependents(create, chain)).toEqual(chain));
  test('for a delete: only itself', () => expect(kinds(chain[5] as Operation)).toEqual(['view.delete']));
});

test('an operation never references the record it creates', () => {
  for (const one of [create, left, dent, severity('s'), view('v', 'left', 'dent')]) {
    expect(getReferencedIds(one)).not.toContain(getCreatedId(one));
  }
});
