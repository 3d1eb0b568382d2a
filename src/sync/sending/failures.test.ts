import { describe, expect, test } from 'vitest';
import { type ErrorCode, KerbsideError } from '../../errors.ts';
import { classify } from './failures.ts';

const failed = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  classify(new KerbsideError(code, 'a reason', { details }), 1);

describe('a failed attempt', () => {
  test.each([
    { what: 'no answer', failure: failed('remote_unavailable'), unanswered: true, unreachable: true },
    {
      what: '500',
      failure: failed('remote_unavailable', { status: 500 }),
      unanswered: true,
      unreachable: false,
    },
    { what: 'time-out', failure: failed('timeout'), unanswered: true, unreachable: true },
    {
      what: 'HTML',
      failure: failed('remote_invalid', { status: 200 }),
      unanswered: true,
      unreachable: false,
    },
    { what: '429', failure: failed('rate_limited', { status: 429 }), unanswered: false, unreachable: false },
  ])('$what is tried again', ({ failure, unanswered, unreachable }) =>
    expect(failure).toMatchObject({ type: 'wait', unanswered, unreachable }),
  );

  test('waits as long as the service asks', () =>
    expect(failed('rate_limited', { status: 429, retryAfterMs: 7_000 })).toMatchObject({ atLeastMs: 7_000 }));

  test.each(['unauthorized', 'wrong_user'] as const)('%s holds the whole queue', (code) =>
    expect(failed(code)).toMatchObject({ type: 'hold', hold: code }),
  );

  test.each(['storage_full', 'storage_unavailable', 'storage_outdated'] as const)(
    '%s is the disk’s',
    (code) => expect(failed(code)).toMatchObject({ type: 'hold', hold: 'storage' }),
  );

  test.each([
    'remote_refused',
    'not_found',
    'forbidden',
    'invalid_input',
    'photo_damaged',
    'task_started',
  ] as const)('%s blocks the operation, with the reason', (code) =>
    expect(failed(code, { status: 422 })).toEqual({
      type: 'block',
      reason: { code, message: 'a reason', status: 422 },
      unsent: false,
    }),
  );

  test('a look that failed has sent nothing: what was sent before it is as much in doubt as it was', () => {
    expect(failed('remote_unavailable', { sent: false })).toMatchObject({ type: 'wait', unanswered: false });
    expect(failed('forbidden', { sent: false })).toMatchObject({ type: 'block', unsent: true });
  });

  test('a conflict is tried a few times before it counts as a refusal', () => {
    const conflict = new KerbsideError('conflict', 'busy', { details: { status: 409 } });
    expect(classify(conflict, 1).type).toBe('wait');
    expect(classify(conflict, 5, { code: 'conflict', message: 'busy' }).type).toBe('block');
    expect(classify(conflict, 5, { code: 'remote_unavailable', message: 'no network' }).type).toBe('wait');
  });

  test('a fault of ours blocks the operation instead of losing it', () =>
    expect(classify(new TypeError('oops'), 1)).toMatchObject({ type: 'block', reason: { message: 'oops' } }));
});
