import type { ProgressStatus, Task } from 'kerbside';
import { expect, test } from 'vitest';
import { isAwaitingResults } from '../../../demo/inspection/tasks-card.ts';

const task = (name: Task['name'], status: ProgressStatus) => ({ name, status }) as Task;

const whichAwait = (detection: ProgressStatus, estimate: ProgressStatus) => {
  const tasks = [task('damage_detection', detection), task('repair_estimate', estimate)];
  return tasks.filter((each) => isAwaitingResults(each, tasks)).map(({ name }) => name);
};

test.each(['TODO', 'IN_PROGRESS'] as const)(
  'the estimate is not final while another task is %s',
  (status) => {
    expect(whichAwait(status, 'DONE')).toEqual(['repair_estimate']);
  },
);

test.each(['DONE', 'ERROR', 'NOT_STARTED', 'VALIDATED'] as const)(
  'the estimate is final if the other task is %s',
  (status) => {
    expect(whichAwait(status, 'DONE')).toEqual([]);
  },
);

test('an estimate that a user has validated stays so', () => {
  expect(whichAwait('IN_PROGRESS', 'VALIDATED')).toEqual([]);
});
