import { expect, expectTypeOf, test } from 'vitest';
import { errorMessage, fromPlainError, isKerbsideError, KerbsideError, toPlainError } from './errors.ts';

test('isKerbsideError checks the class and the codes', () => {
  const error: unknown = new KerbsideError('not_found', 'gone');
  expect(isKerbsideError(error)).toBe(true);
  expect(isKerbsideError(error, 'conflict', 'not_found')).toBe(true);
  expect(isKerbsideError(error, 'conflict')).toBe(false);
  expect(isKerbsideError(new Error('gone'))).toBe(false);
});

test('an error of another copy of the library is one, too', async () => {
  const { KerbsideError: Other } = await import(/* @vite-ignore */ `${'./errors.ts'}?copy`);
  const error: unknown = new Other('not_found', 'gone');
  expect(Other).not.toBe(KerbsideError);
  expect(error).toBeInstanceOf(KerbsideError);
  expect(isKerbsideError(error, 'not_found')).toBe(true);
});

test('isKerbsideError narrows the type of the code', () => {
  const error: unknown = new KerbsideError('not_found', 'gone');
  if (isKerbsideError(error, 'conflict', 'not_found')) {
    expectTypeOf(error.code).toEqualTypeOf<'conflict' | 'not_found'>();
  }
  if (isKerbsideError(error)) expectTypeOf(error.code).toEqualTypeOf<KerbsideError['code']>();
});

test('an error survives structured cloning as plain data', () => {
  const error = new KerbsideError('worker_lost', 'The worker ended.', {
    details: { jobs: 2 },
    retryable: true,
  });
  const restored = fromPlainError(structuredClone(toPlainError(error, 'engine_failed')));
  expect(restored).toBeInstanceOf(KerbsideError);
  expect(restored).toMatchObject({
    code: 'worker_lost',
    message: 'The worker ended.',
    details: { jobs: 2 },
    retryable: true,
    cause: { message: expect.stringMatching(/^In the worker: /) },
  });
});

test('an error of another class gets the fallback code', () => {
  expect(toPlainError(new TypeError('no shape'), 'engine_failed')).toMatchObject({
    code: 'engine_failed',
    message: 'no shape',
    retryable: false,
  });
  expect(toPlainError('text', 'engine_failed')).toMatchObject({ message: 'text' });
});

test.each([
  [new Error('Failed to fetch.'), 'Failed to fetch'],
  [new Error('Load failed'), 'Load failed'],
  ['offline...', 'offline'],
])('errorMessage(%j) drops final full stops', (error, message) => {
  expect(errorMessage(error)).toBe(message);
});
