import { expect, it } from 'vitest';
import type { KerbsideError } from '../../errors.ts';
import type { Task } from '../records/task.ts';
import { requireSuccess } from './task-outcome.ts';

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
    requireSuccess(task);
  } catch (error) {
    return error as KerbsideError;
  }
  throw new Error('the task succeeded');
}

it.each(['code_unavailable', 'model_unavailable', 'worker_lost', 'storage_full'])(
  'a task that failed with %s is retryable',
  (code) => {
    expect(failure(code)).toMatchObject({
      code: 'task_failed',
      retryable: true,
      cause: { name: 'KerbsideError', code, message: 'It failed.', retryable: true },
    });
  },
);

it('a task that failed with photo_damaged is not retryable', () => {
  expect(failure('photo_damaged')).toMatchObject({ retryable: false, cause: { code: 'photo_damaged' } });
});

it.each([undefined, 'GPU_QUOTA'])(
  'a failure with the unknown code %s has no cause and is not retryable',
  (code) => {
    const error = failure(code);
    expect(error).toMatchObject({ code: 'task_failed', retryable: false });
    expect(error.cause).toBeUndefined();
  },
);
