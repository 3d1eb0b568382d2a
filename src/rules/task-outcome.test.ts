import { expect, it } from 'vitest';
import type { Task } from '../domain/task.ts';
import type { KerbsideError } from '../errors.ts';
import { endedAnswer } from './task-outcome.ts';

function failure(errorCode?: string): KerbsideError {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const task: Task = {
    id: 't-1',
    name: 'damage_detection',
    inspectionId: 'i-1',
    status: 'ERROR',
    createdAt,
    confidencePreExecutionStatus: 'NOT_STARTED',
    images: [],
    errorMessages: [{ id: 'e-1', message: 'It failed.', createdAt, ...(errorCode && { errorCode }) }],
  };
  try {
    endedAnswer(task);
  } catch (error) {
    return error as KerbsideError;
  }
  throw new Error('the task ended well');
}

it.each(['model_unavailable', 'worker_lost', 'storage_full'])(
  'a task that failed with %s may succeed when it is started again, and says so',
  (code) => {
    expect(failure(code)).toMatchObject({
      code: 'task_failed',
      retryable: true,
      cause: { name: 'KerbsideError', code, message: 'It failed.', retryable: true },
    });
  },
);

it('one that failed for a reason that stays is not worth another start', () => {
  expect(failure('photo_damaged')).toMatchObject({ retryable: false, cause: { code: 'photo_damaged' } });
});

it.each([undefined, 'GPU_QUOTA'])('of the reason %s, which is none of ours, nothing is made up', (code) => {
  const error = failure(code);
  expect(error).toMatchObject({ code: 'task_failed', retryable: false });
  expect(error.cause).toBeUndefined();
});
