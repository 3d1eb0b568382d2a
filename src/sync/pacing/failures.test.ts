import { describe, expect, test } from 'vitest';
import { type ErrorCode, KerbsideError } from '../../errors.ts';
import { classifyFailure } from './failures.ts';

const failed = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  classifyFailure(new KerbsideError(code, 'a reason', { details }), 1);

describe('a failed attempt', () => {
  test.each([
    { what: 'no response', failure: failed('remote_unavailable'), isInDoubt: true, isUnreachable: true },
    {
      what: '500',
      failure: failed('remote_unavailable', { status: 500 }),
      isInDoubt: true,
      isUnreachable: false,
    },
    {
      what: 'a chunk of the library that could not be loaded',
      failure: failed('code_unavailable', { sent: false }),
      isInDoubt: false,
      isUnreachable: false,
    },
    { what: 'a timeout', failure: failed('timeout'), isInDoubt: true, isUnreachable: true },
    {
      what: 'an HTML page',
      failure: failed('remote_invalid', { status: 200 }),
      isInDoubt: true,
      isUnreachable: false,
    },
    {
      what: '429',
      failure: failed('rate_limited', { status: 429 }),
      isInDoubt: false,
      isUnreachable: false,
    },
  ])('$what is retried', ({ failure, isInDoubt, isUnreachable }) =>
    expect(failure).toMatchObject({ type: 'wait', isInDoubt, isUnreachable }),
  );

  test('takes the minimum delay from Retry-After', () =>
    expect(failed('rate_limited', { status: 429, retryAfterMs: 7_000 })).toMatchObject({
      minDelayMs: 7_000,
    }));

  test.each(['unauthorized', 'wrong_user', 'token_failed'] as const)('%s pauses all sending', (code) =>
    expect(failed(code)).toMatchObject({ type: 'pause', pause: code }),
  );

  test.each(['storage_full', 'storage_unavailable', 'storage_outdated'] as const)(
    '%s pauses all sending as storage',
    (code) => expect(failed(code)).toMatchObject({ type: 'pause', pause: 'storage' }),
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
      isUnsent: false,
    }),
  );

  test('a failed reconciliation sent nothing, so it changes nothing about the doubt', () => {
    expect(failed('remote_unavailable', { sent: false })).toMatchObject({ type: 'wait', isInDoubt: false });
    expect(failed('forbidden', { sent: false })).toMatchObject({ type: 'block', isUnsent: true });
  });

  test('a conflict blocks only after 5 attempts that all ended in conflicts', () => {
    const conflict = new KerbsideError('conflict', 'busy', { details: { status: 409 } });
    expect(classifyFailure(conflict, 1).type).toBe('wait');
    expect(classifyFailure(conflict, 5, { code: 'conflict', message: 'busy' }).type).toBe('block');
    expect(classifyFailure(conflict, 5, { code: 'remote_unavailable', message: 'no network' }).type).toBe(
      'wait',
    );
  });

  test('an unexpected error blocks the operation', () =>
    expect(classifyFailure(new TypeError('oops'), 1)).toMatchObject({
      type: 'block',
      reason: { message: 'oops' },
    }));
});
