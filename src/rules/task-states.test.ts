import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROGRESS_STATUSES, type ProgressStatus } from '../domain/enums.ts';
import type { Task } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';
import { inspectionStatus, type Mover, moved } from './task-states.ts';

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

/** The drawing in task-states.ts, arrow by arrow. */
const DRAWN: [Mover, ProgressStatus, ProgressStatus][] = [
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
  ['runner', 'TODO', 'IN_PROGRESS'],
  ['runner', 'IN_PROGRESS', 'DONE'],
  ['runner', 'IN_PROGRESS', 'ERROR'],
  ['runner', 'IN_PROGRESS', 'TODO'],
  ['runner', 'ERROR', 'TODO'],
];
const isDrawn = (by: Mover, from: ProgressStatus, to: ProgressStatus) =>
  DRAWN.some((arrow) => arrow[0] === by && arrow[1] === from && arrow[2] === to);

describe('the life of a task', () => {
  it.each(DRAWN)('%s: %s → %s', (by, from, to) => {
    expect(moved(task(from), to, by, NOW).status).toBe(to);
  });

  it('refuses every other move, naming both states', () => {
    for (const by of ['client', 'runner'] as const) {
      for (const from of PROGRESS_STATUSES) {
        for (const to of PROGRESS_STATUSES.filter((state) => !isDrawn(by, from, state))) {
          const move = () => moved(task(from), to, by, NOW);
          expect(move, `${by}: ${from} → ${to}`).toThrow(KerbsideError);
          expect(move).toThrow(new RegExp(`from ${from} to ${to}`));
        }
      }
    }
  });

  it('says task_started when a started task is put back', () => {
    expect(() => moved(task('TODO'), 'NOT_STARTED', 'client', NOW)).toThrow(
      expect.objectContaining({ code: 'task_started' }),
    );
  });

  it('stamps the start once and the end each time', () => {
    const started = moved(task('NOT_STARTED'), 'TODO', 'client', BEFORE);
    const running = moved(started, 'IN_PROGRESS', 'runner', NOW);
    expect(moved(running, 'DONE', 'runner', NOW)).toMatchObject({ startedAt: BEFORE, doneAt: NOW });
  });

  it('forgets an old failure when the task is started again', () => {
    const failed = { ...task('ERROR'), errorMessages: [{ id: 'e', message: 'no', createdAt: BEFORE }] };
    expect(moved(failed, 'TODO', 'client', NOW)).not.toHaveProperty('errorMessages');
  });
});

describe("an inspection's status follows from its tasks", () => {
  const of = (...statuses: ProgressStatus[]) => inspectionStatus(statuses.map((status) => ({ status })));

  it.each([
    [[], 'NOT_STARTED'],
    [['NOT_STARTED', 'NOT_STARTED'], 'NOT_STARTED'],
    [['NOT_STARTED', 'TODO'], 'IN_PROGRESS'],
    [['ERROR', 'IN_PROGRESS'], 'IN_PROGRESS'],
    [['DONE', 'NOT_STARTED'], 'IN_PROGRESS'],
    [['DONE', 'ERROR'], 'ERROR'],
    [['NOT_STARTED', 'ABORTED'], 'ERROR'],
    [['DONE', 'VALIDATED'], 'DONE'],
    [['VALIDATED', 'VALIDATED'], 'VALIDATED'],
  ] satisfies [ProgressStatus[], string][])('%j → %s', (statuses, expected) => {
    expect(of(...statuses)).toBe(expected);
  });

  it('does not depend on the order of the tasks', () => {
    const statuses = fc.array(fc.constantFrom(...PROGRESS_STATUSES), { maxLength: 4 });
    fc.assert(fc.property(statuses, (some) => of(...some) === of(...some.toReversed())));
  });
});
