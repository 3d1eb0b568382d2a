import { describe, expect, test } from 'vitest';
import type { Operation, OperationKind, OperationPayloads } from '../../domain/operation.ts';
import { createdId, referredIds, waitsFor, withDependents } from './causality.ts';

let made = 0;

function op<K extends OperationKind>(kind: K, payload: OperationPayloads[K]): Operation {
  made += 1;
  return { id: `op${made}`, kind, inspectionId: 'i', userId: 'ada', createdAt: '', payload } as Operation;
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

describe('waits for what came before', () => {
  const cases: [string, Operation, Operation][] = [
    ['everything for the inspection', left, create],
    ['the deletion of the inspection for everything', remove, left],
    ['the deletion of an image for its upload', op('image.delete', { imageId: 'left' }), left],
    [
      'the deletion of an image for views on it',
      op('image.delete', { imageId: 'left' }),
      view('v', 'left', 'dent'),
    ],
    ['a start for the images that name its task', task('damage_detection', 'TODO'), left],
    [
      'a start for every deletion of an image',
      task('wheel_analysis', 'TODO'),
      op('image.delete', { imageId: 'x' }),
    ],
    [
      'an update of a task for the one before',
      task('damage_detection', 'DONE'),
      task('damage_detection', 'TODO'),
    ],
    ['DONE for the corrections before it', task('damage_detection', 'DONE'), dent],
    ['a view for its image', view('v', 'left', 'dent'), left],
    ['a view for its damage', view('v', 'left', 'dent'), dent],
    [
      'the deletion of a damage for its views',
      op('damage.delete', { damageId: 'dent' }),
      view('v', 'left', 'dent'),
    ],
    ['the deletion of a view for the view', op('view.delete', { viewId: 'v' }), view('v', 'left', 'dent')],
    [
      'the deletion of a damage for what was said before',
      op('damage.delete', { damageId: 'dent' }),
      severity('s'),
    ],
    ['a severity for damages deleted before', severity('s'), op('damage.delete', { damageId: 'dent' })],
    ['the update of a severity for it', op('severity.update', { severityId: 's', input: {} }), severity('s')],
    [
      'PDF data for PDF data',
      op('inspection.pdf_data', { input: {} }),
      op('inspection.pdf_data', { input: {} }),
    ],
    [
      'a vehicle for a vehicle',
      op('inspection.vehicle', { input: {} }),
      op('inspection.vehicle', { input: {} }),
    ],
    ['a damage for one that says the same', damage('other'), dent],
    ['a severity for one of the same part', severity('other'), severity('s')],
  ];
  test.each(cases)('%s', (_what, later, earlier) => expect(waitsFor(later, earlier)).toBe(true));
});

describe('goes side by side', () => {
  const cases: [string, Operation, Operation][] = [
    ['photos', photo('right', 'damage_detection'), left],
    ['a start, and a photo of another task', task('wheel_analysis', 'TODO'), left],
    ['tasks', task('wheel_analysis', 'TODO'), task('damage_detection', 'TODO')],
    ['a damage and a photo', dent, left],
    ['damages that say different things', damage('other', 'roof'), dent],
    [
      'PDF data and the vehicle',
      op('inspection.vehicle', { input: {} }),
      op('inspection.pdf_data', { input: {} }),
    ],
    ['a start and corrections', task('damage_detection', 'TODO'), dent],
  ];
  test.each(cases)('%s', (_what, later, earlier) => expect(waitsFor(later, earlier)).toBe(false));
});

describe('what can not be sent without an operation', () => {
  const seen = view('v', 'left', 'dent');
  const chain = [
    create,
    left,
    photo('right'),
    dent,
    seen,
    op('view.delete', { viewId: 'v' }),
    task('damage_detection', 'TODO'),
  ];
  const kinds = (operation: Operation) => withDependents(operation, chain).map(({ kind }) => kind);

  test('of a photo: its views, and what is about those; not the start of the task', () =>
    expect(kinds(left)).toEqual(['image.add', 'view.create', 'view.delete']));
  test('of a damage: its views', () =>
    expect(kinds(dent)).toEqual(['damage.create', 'view.create', 'view.delete']));
  test('of the inspection: everything', () => expect(withDependents(create, chain)).toEqual(chain));
  test('of a deletion: nothing else', () => expect(kinds(chain[5] as Operation)).toEqual(['view.delete']));
});

test('an operation never refers to what it makes itself', () => {
  for (const one of [create, left, dent, severity('s'), view('v', 'left', 'dent')]) {
    expect(referredIds(one)).not.toContain(createdId(one));
  }
});
