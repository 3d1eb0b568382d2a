import { expect, test } from 'vitest';
import { hasEnded, hasStarted } from '../domain/task/task-status.ts';
import { fromWireInspection } from './inspection.ts';
import { decodeTask, fromWireTasks } from './task.ts';

const tasks = [
  { id: 't-1', name: 'damage_detection', status: 'QUEUED_FOR_REVIEW' },
  { id: 't-2', name: 'images_ocr', status: 'DONE' },
];

test('a status of a newer service counts as in progress: it has started, and its results are still awaited', () => {
  const { status } = decodeTask(tasks[0], 'i-1');
  expect([status, hasStarted(status), hasEnded(status)]).toEqual(['IN_PROGRESS', true, false]);
});

test('a status of a newer service hides neither the other tasks nor the inspection', () => {
  const statuses = ['IN_PROGRESS', 'DONE'];
  expect(fromWireTasks(tasks, 'i-1').map(({ status }) => status)).toEqual(statuses);
  const { entities } = fromWireInspection({ id: 'i-1', tasks });
  expect(Object.values(entities.tasks).map(({ status }) => status)).toEqual(statuses);
});

test.each([undefined, null])('a task with the status %s has not started', (status) => {
  expect(decodeTask({ name: 'images_ocr', status }, 'i-1')).toMatchObject({ status: 'NOT_STARTED' });
});
