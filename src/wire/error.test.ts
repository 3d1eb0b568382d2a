import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { fromWireError, fromWireRetryAfter, REFUSALS, toWireError, toWireRetryAfter } from './error.ts';

describe('a refusal on the wire', () => {
  test.each(Object.entries(REFUSALS))('%s travels as %s and is read as what it was', (code, status) => {
    const error = new KerbsideError(code as keyof typeof REFUSALS, 'What happened.', {
      details: { path: 'a' },
    });
    const sent = toWireError(error);
    expect(sent.status).toBe(status);
    expect(fromWireError(JSON.parse(JSON.stringify(sent.body)))).toEqual({
      message: 'What happened.',
      code,
      details: { path: 'a' },
    });
  });

  test('says nothing of what is the service’s own trouble', () => {
    const trouble = new KerbsideError('storage_unavailable', 'disk /dev/sda1', { details: { secret: 1 } });
    expect(toWireError(trouble)).toEqual({ status: 500, body: { message: 'The service failed.' } });
  });

  test('of another service is its message; a code that is no refusal is not believed', () => {
    expect(fromWireError({ message: 'Token is expired' })).toEqual({ message: 'Token is expired' });
    expect(fromWireError({ message: 'm', code: 'storage_full', details: [] })).toEqual({ message: 'm' });
  });

  test.each([undefined, null, '<html>', [], {}, { message: 7 }])('is not %j', (body) => {
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
    ['Sat, 02 Jan 2027 03:04:05 GMT', undefined], // a clock is a year off
    ['4000000', undefined], // more than a timer can count
    [null, undefined],
  ])('%j is %j milliseconds', (header, expected) => {
    expect(fromWireRetryAfter(header, now)).toBe(expected);
  });

  test('is written in whole seconds, and never as none', () => {
    expect([0, 1, 1_000, 1_001].map(toWireRetryAfter)).toEqual(['1', '1', '1', '2']);
  });
});
