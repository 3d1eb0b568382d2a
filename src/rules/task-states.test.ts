import { describe, expect, it } from 'vitest';
import { PROGRESS_STATUSES, type ProgressStatus } from '../domain/enums.ts';
import type { Task } from '../domain/records/task.ts';
import { KerbsideError } from '../errors.ts';
import { type TaskActor, transitionTask } from './task-states.ts';

const BEFORE = '2026-01-01T08:00:00.000Z';
const NOW = '2026-01-01T09:00:00.000Z';

function task(status: ProgressStatus): Task {
  return {
    id: 't1',
    name: 'damage_detection',
    inspectionId: 'i1',
    status,
    confidencePreExecutionStatus: 'NOT_STARTED',
    createdAt: BEFORE,
    images: [],
    ...(status !== 'NOT_STARTED' && { startedAt: BEFORE }),
  };
}

/** The arrows of the diagram in task-states.ts. */
const TRANSITIONS: [TaskActor, ProgressStatus, ProgressStatus][] = [
  ['client', 'NOT_STARTED', 'TODO'],
  ['client', 'NOT_STARTED', 'DONE'],
  ['client', 'TODO', 'DONE'],
  ['client', 'IN_PROGRESS', 'DONE'],
  ['client', 'ERROR', 'TODO'],
  ['client', 'ERROR', 'DONE'],
  ['client', 'ABORTED', 'TODO'],
  ['client', 'ABORTED', 'DONE'],
  ['client', 'IN_REVIEW', 'DONE'],
  ['client', 'IN_REVIEW', 'VALIDATED'],
  ['client', 'DONE', 'VALIDATED'],
  ['host', 'TODO', 'IN_PROGRESS'],
  ['host', 'IN_PROGRESS', 'DONE'],
  ['host', 'IN_PROGRESS', 'ERROR'],
  ['host', 'IN_PROGRESS', 'TODO'],
  ['host', 'ERROR', 'TODO'],
];
const isAllowed = (by: TaskActor, from: ProgressStatus, to: ProgressStatus) =>
  TRANSITIONS.some((arrow) => arrow[0] === by && arrow[1] === from && arrow[2] === to);

describe('transitionTask', () => {
  // Proves wire E1.
  it.each(TRANSITIONS)('%s: %s → %s', (by, from, to) => {
    expect(transitionTask(task(from), to, by, NOW).status).toBe(to);
  });

  // Proves spec 3.3, wire E1.
  it('rejects every other transition and names both states', () => {
    for (const by of ['client', 'host'] as const) {
      for (const from of PROGRESS_STATUSES) {
        for (const to of PROGRESS_STATUSES.filter((state) => !isAllowed(by, from, state))) {
          const transition = () => transitionTask(task(from), to, by, NOW);
          expect(transition, `${by}: ${from} → ${to}`).toThrow(KerbsideError);
          expect(transition).toThrow(new RegExp(`from ${from} to ${to}`));
        }
      }
    }
  });

  // Proves spec 3.5.
  it('throws task_started if a started task would be reset', () => {
    expect(() => transitionTask(task('TODO'), 'NOT_STARTED', 'client', NOW)).toThrow(
      expect.objectContaining({ code: 'task_started' }),
    );
  });

  it('sets startedAt once and doneAt each time', () => {
    const started = transitionTask(task('NOT_STARTED'), 'TODO', 'client', BEFORE);
    const running = transitionTask(started, 'IN_PROGRESS', 'host', NOW);
    expect(transitionTask(running, 'DONE', 'host', NOW)).toMatchObject({ startedAt: BEFORE, doneAt: NOW });
  });

  it('removes the errors when the task is restarted', () => {
    const failed = { ...task('ERROR'), errorMessages: [{ id: 'e', message: 'no', createdAt: BEFORE }] };
    expect(transitionTask(failed, 'TODO', 'client', NOW)).not.toHaveProperty('errorMessages');
  });
});
