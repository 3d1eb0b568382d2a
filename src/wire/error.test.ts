import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { ERROR_STATUS, fromWireError, toWireError } from './error.ts';
import { fromWireRetryAfter, toWireRetryAfter } from './retry-after.ts';

describe('an error on the wire', () => {
  test.each(Object.entries(ERROR_STATUS))(
    // Proves spec 7.1.
    '%s is sent with status %s and read back with code, message and details',
    (code, status) => {
      const error = new KerbsideError(code as keyof typeof ERROR_STATUS, 'What happened.', {
        details: { path: 'a' },
      });
      const sent = toWireError(error);
      expect(sent.status).toBe(status);
      expect(fromWireError(JSON.parse(JSON.stringify(sent.body)))).toEqual({
        message: 'What happened.',
        code,
        details: { path: 'a' },
      });
    },
  );

  test('hides internal errors of the service', () => {
    const internal = new KerbsideError('storage_unavailable', 'disk /dev/sda1', { details: { secret: 1 } });
    expect(toWireError(internal)).toEqual({ status: 500, body: { message: 'The service failed.' } });
  });

  // Proves wire A8.
  test('from another service keeps its message; an unknown code is ignored', () => {
    expect(fromWireError({ message: 'Token is expired' })).toEqual({ message: 'Token is expired' });
    expect(fromWireError({ message: 'm', code: 'storage_full', details: [] })).toEqual({ message: 'm' });
  });

  test.each([undefined, null, '<html>', [], {}, { message: 7 }])('is not read from %j', (body) => {
    expect(fromWireError(body)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-02T03:04:05Z');
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:04:35 GMT', 30_000],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['86400', 86_400_000],
    ['soon', undefined],
    ['Sat, 02 Jan 2027 03:04:05 GMT', undefined], // a clock is off by a year
    ['4000000', undefined], // more than a day
    [null, undefined],
  ])('%j is %j milliseconds', (header, expected) => {
    expect(fromWireRetryAfter(header, now)).toBe(expected);
  });

  test('is written in whole seconds, at least 1', () => {
    expect([0, 1, 1_000, 1_001].map(toWireRetryAfter)).toEqual(['1', '1', '1', '2']);
  });
});
