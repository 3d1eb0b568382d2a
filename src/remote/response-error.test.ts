import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { mayHaveApplied, toReportError, toResponseError } from './response-error.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');

function toError(status: number, body: unknown, headers: Record<string, string> = {}): KerbsideError {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = {
    status,
    header: (name: string) => headers[name] ?? null,
    body: new Uint8Array(new TextEncoder().encode(text)).buffer,
  };
  const redact = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('secret-token', '[token]')) as T;
  return toResponseError({ request: 'GET /inspections/i', response, now: NOW, redact });
}

describe('the error of a response', () => {
  test.each([
    // The status decides: proxies send these for the service.
    [401, { message: 'm' }, 'unauthorized', false],
    [429, '<html>', 'rate_limited', true],
    [408, '', 'remote_unavailable', true],
    [425, '', 'remote_unavailable', true],
    [500, { message: 'm' }, 'remote_unavailable', true],
    [503, '<html>', 'remote_unavailable', true],
    // Any other error must be in the service's format.
    [400, { message: 'm' }, 'remote_refused', false],
    [403, { message: 'm' }, 'forbidden', false],
    [404, { message: 'm' }, 'not_found', false],
    [413, '<html>', 'remote_refused', false],
    [404, '<html>', 'remote_invalid', true],
    [302, { message: 'm' }, 'remote_invalid', true],
    // Our own service sends the code.
    [409, { message: 'm', code: 'task_started' }, 'task_started', false],
    [413, { message: 'm', code: 'photo_too_large' }, 'photo_too_large', false],
    [422, { message: 'm', code: 'photo_unavailable' }, 'photo_unavailable', true],
  ])('%i with %j is %s, retryable: %s', (status, body, code, retryable) => {
    expect(toError(status, body)).toMatchObject({
      code,
      retryable,
      details: { request: 'GET /inspections/i' },
    });
  });

  test('has the delay of Retry-After in milliseconds', () => {
    expect(toError(503, '', { 'retry-after': '120' }).details).toMatchObject({ retryAfterMs: 120_000 });
    expect(toError(503, '').details).not.toHaveProperty('retryAfterMs');
  });

  test('measures a Retry-After date from the date of the response: this device’s clock may be wrong', () => {
    const retryAfter = 'Thu, 01 Jan 2026 10:00:30 GMT';
    const headers = { 'retry-after': retryAfter, date: 'Thu, 01 Jan 2026 10:00:00 GMT' };
    expect(toError(503, '', headers).details).toMatchObject({ retryAfterMs: 30_000 });
    const soon = new Date(NOW + 5_000).toUTCString();
    expect(toError(503, '', { 'retry-after': soon }).details).toMatchObject({ retryAfterMs: 5_000 });
  });

  test('has the id of the request, of the header or the body, if it is an id', () => {
    const body = { message: 'm', request_id: 'from-the-body' };
    expect(toError(500, body, { 'x-request-id': 'from.the:header_1' }).details.requestId).toBe(
      'from.the:header_1',
    );
    expect(toError(500, body).details.requestId).toBe('from-the-body');
    expect(toError(500, { message: 'm', request_id: 'a text' }).details).not.toHaveProperty('requestId');
  });

  test('keeps the details of our own service', () => {
    const body = { message: 'm', code: 'task_transition', details: { status: 'DONE', to: 'TODO' } };
    expect(toError(409, body).details).toEqual({ request: 'GET /inspections/i', status: 'DONE', to: 'TODO' });
  });

  test('contains no token', () => {
    const body = { message: 'invalid: secret-token', code: 'conflict', details: { token: 'secret-token' } };
    const { message, details } = toError(409, body);
    expect(JSON.stringify({ message, details })).not.toContain('secret-token');
  });
});

describe('the error of a report', () => {
  test('is a retryable report_not_ready while the service creates it', () => {
    expect(toReportError(toError(422, { message: 'PDF is not ready' }))).toMatchObject({
      code: 'report_not_ready',
      retryable: true,
      details: { requested: true },
    });
  });

  test('is not retryable if it was never requested', () => {
    const message = 'PDF has not been required to be generated';
    expect(toReportError(toError(422, { message }))).toMatchObject({
      code: 'report_not_ready',
      retryable: false,
      details: { requested: false },
    });
  });

  test('stays unchanged for any other status', () => {
    const error = toError(404, { message: 'm' });
    expect(toReportError(error)).toBe(error);
  });
});

describe('mayHaveApplied', () => {
  test.each(['timeout', 'aborted', 'remote_unavailable', 'remote_invalid'] as const)(
    'is true after %s, unless nothing was sent',
    (code) => {
      expect(mayHaveApplied(new KerbsideError(code, 'm'))).toBe(true);
      expect(mayHaveApplied(new KerbsideError(code, 'm', { details: { sent: false } }))).toBe(false);
    },
  );

  test('is false after an error of the service, and true after an unknown error', () => {
    expect(mayHaveApplied(toError(409, { message: 'm' }))).toBe(false);
    expect(mayHaveApplied(new TypeError('unknown'))).toBe(true);
  });
});
