import { describe, expect, test } from 'vitest';
import { PROGRESS_STATUSES } from '../enums.ts';
import type { Task, UpdateTask } from '../records/task.ts';
import { isTaskUpdateApplied } from './is-task-update-applied.ts';

type RemoteTask = Pick<Task, 'status' | 'arguments'>;

const EDIT: UpdateTask = { status: 'NOT_STARTED', arguments: { limit: 0.4, sides: ['left', { far: true }] } };
const SAME = { sides: ['left', { far: true }], limit: 0.4 };

describe('an edit of a task', () => {
  test.each<[string, RemoteTask, boolean]>([
    ['the task has other arguments', { status: 'NOT_STARTED', arguments: { limit: 0.9 } }, false],
    ['the task has no arguments', { status: 'NOT_STARTED' }, false],
    ['the task started with other arguments', { status: 'TODO', arguments: {} }, false],
    ['the task has these arguments', { status: 'NOT_STARTED', arguments: SAME }, true],
    ['the task has these arguments, and has started since', { status: 'TODO', arguments: SAME }, true],
  ])('%s', (_, task, isApplied) => {
    expect(isTaskUpdateApplied(EDIT, task, false)).toBe(isApplied);
    expect(isTaskUpdateApplied(EDIT, task, true)).toBe(isApplied);
  });

  test.each([
    [['a'], { 0: 'a' }],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [{ a: null }, { b: null }],
    [{ a: null }, { a: {} }],
    [{ a: 1 }, { a: '1' }],
  ])('%j differs from %j', (wanted, actual) => {
    const edit: UpdateTask = { status: 'NOT_STARTED', arguments: { wanted } };
    expect(isTaskUpdateApplied(edit, { status: 'NOT_STARTED', arguments: { wanted: actual } }, true)).toBe(
      false,
    );
  });
});

describe('a start', () => {
  test('is applied once the task has started, whatever its state is now', () => {
    const applied = PROGRESS_STATUSES.filter((status) =>
      isTaskUpdateApplied({ status: 'TODO' }, { status }, true),
    );
    expect(applied).toEqual(PROGRESS_STATUSES.filter((status) => status !== 'NOT_STARTED'));
  });

  test('with arguments is not applied if another start had other arguments', () => {
    const start: UpdateTask = { status: 'TODO', arguments: SAME };
    expect(isTaskUpdateApplied(start, { status: 'TODO', arguments: SAME }, false)).toBe(true);
    expect(isTaskUpdateApplied(start, { status: 'TODO', arguments: { limit: 1 } }, true)).toBe(false);
    expect(isTaskUpdateApplied(start, { status: 'TODO' }, false)).toBe(false);
    // The service does not return arguments, and a request of ours may have started the task.
    expect(isTaskUpdateApplied(start, { status: 'TODO' }, true)).toBe(true);
  });
});

test('a validation is applied only if the task is validated', () => {
  const applied = PROGRESS_STATUSES.filter((status) =>
    isTaskUpdateApplied({ status: 'VALIDATED' }, { status }, true),
  );
  expect(applied).toEqual(['VALIDATED']);
});

test('DONE is applied if the task is done, or was validated since', () => {
  const applied = PROGRESS_STATUSES.filter((status) =>
    isTaskUpdateApplied({ status: 'DONE' }, { status }, true),
  );
  expect(applied.toSorted()).toEqual(['DONE', 'VALIDATED']);
});
