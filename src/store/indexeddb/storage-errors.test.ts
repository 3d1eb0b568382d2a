import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { isConnectionFailure, toStorageError } from './storage-errors.ts';

test.each([
  ['QuotaExceededError', 'storage_full', true],
  ['VersionError', 'storage_outdated', false],
  ['UnknownError', 'storage_unavailable', true],
])('%s becomes %s, retryable: %s', (name, code, retryable) => {
  const cause = new DOMException('m', name);
  expect(toStorageError(cause)).toMatchObject({ code, retryable, cause });
});

test('a KerbsideError stays unchanged', () => {
  const error = new KerbsideError('closed', 'm');
  expect(toStorageError(error)).toBe(error);
});

test.each([
  ['InvalidStateError', true],
  ['UnknownError', true],
  ['AbortError', true],
  ['QuotaExceededError', false],
  ['VersionError', false],
])('%s means a dropped connection: %s', (name, expected) => {
  expect(isConnectionFailure(new DOMException('m', name))).toBe(expected);
});
