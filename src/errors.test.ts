import { expect, expectTypeOf, test } from 'vitest';
import { isKerbsideError, KerbsideError } from './errors.ts';

test('an error is one of ours, and of the codes that were asked for', () => {
  const error: unknown = new KerbsideError('not_found', 'gone');
  expect(isKerbsideError(error)).toBe(true);
  expect(isKerbsideError(error, 'conflict', 'not_found')).toBe(true);
  expect(isKerbsideError(error, 'conflict')).toBe(false);
  expect(isKerbsideError(new Error('gone'))).toBe(false);
});

test('whoever asked knows its code from then on', () => {
  const error: unknown = new KerbsideError('not_found', 'gone');
  if (isKerbsideError(error, 'conflict', 'not_found')) {
    expectTypeOf(error.code).toEqualTypeOf<'conflict' | 'not_found'>();
  }
  if (isKerbsideError(error)) expectTypeOf(error.code).toEqualTypeOf<KerbsideError['code']>();
});
