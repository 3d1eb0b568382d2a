import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KerbsideError } from '../../../src/errors.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import type { RemoteOptions } from '../../../src/remote/create-remote-calls.ts';
import { mayHaveApplied } from '../../../src/remote/index.ts';
import { MULTIPART_ACQUISITION } from '../../../src/wire/form-parts.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { type ScriptedResponse, ScriptedService } from '../support/scripted-service.ts';

/** How a call fails if the service, the network or a proxy fails. */

let service: ScriptedService;
beforeEach(async () => {
  service = await ScriptedService.start();
});
afterEach(() => service.stop());

const TOKEN = 'header.payload.signature';
const now = Date.parse('2026-01-02T03:04:05Z');
const client = (options: Partial<RemoteOptions> = {}) =>
  createRemoteClient({ baseUrl: service.baseUrl, getToken: () => TOKEN, now: () => now, ...options });
const create = (options: Partial<RemoteOptions> = {}) =>
  client(options).calls.createInspection({ tasks: {} });
const html = (status: number): ScriptedResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>Sign in to use this network</html>',
});
const message = 'The message of the service.';

describe('an error response', () => {
  const rows: [what: string, reply: ScriptedResponse, code: string, retryable: boolean, applied: boolean][] =
    [
      ['400 with a message', { status: 400, body: { message } }, 'remote_refused', false, false],
      ['403', { status: 403, body: { message } }, 'forbidden', false, false],
      ['404', { status: 404, body: { message } }, 'not_found', false, false],
      ['409', { status: 409, body: { message } }, 'remote_refused', false, false],
      ['413 from a gateway', html(413), 'remote_refused', false, false],
      ['422', { status: 422, body: { message } }, 'remote_refused', false, false],
      ['429', { status: 429, body: { message } }, 'rate_limited', true, false],
      ['429 from a gateway', html(429), 'rate_limited', true, false],
      ['500', { status: 500, body: { message } }, 'remote_unavailable', true, true],
      ['502 from a gateway', html(502), 'remote_unavailable', true, true],
      ['408', html(408), 'remote_unavailable', true, true],
      ['511 of a captive portal', html(511), 'remote_unavailable', true, true],
      ['403 of a firewall', html(403), 'remote_invalid', true, true],
      ['404 of some other machine', html(404), 'remote_invalid', true, true],
      [
        'the error format of the reference service',
        { status: 409, body: { message, code: 'task_started', details: { taskName: 'images_ocr' } } },
        'task_started',
        false,
        false,
      ],
    ];
  test.each(rows)('%s', async (_what, reply, code, retryable, applied) => {
    service.script(reply);
    const error = await rejection(create());
    expect(error).toMatchObject({ code, retryable, details: { status: reply.status } });
    expect(mayHaveApplied(error)).toBe(applied);
    expect(error.details.request).toBe('POST /inspections');
    if (typeof reply.body === 'object') expect(error.message).toBe(message);
    expect(service.lines).toEqual(['POST /inspections']);
  });

  // Proves spec 7.1.
  test('keeps the details of the reference service', async () => {
    const details = { path: 'inspection.tasks', issues: [{ snake_case: 1 }] };
    service.script({ status: 400, body: { message, code: 'invalid_input', details } });
    expect(await rejection(create())).toMatchObject({ code: 'invalid_input', details });
  });

  test.each([
    ['7', 7_000],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
  ])('has the delay of Retry-After %s', async (header, retryAfterMs) => {
    for (const status of [429, 503]) {
      service.script({
        status,
        headers: { date: 'Fri, 02 Jan 2026 03:04:05 GMT', 'retry-after': header },
        body: { message },
      });
      expect((await rejection(create())).details).toMatchObject({ status, retryAfterMs });
    }
  });
});

describe('an invalid response', () => {
  const rows: [string, ScriptedResponse][] = [
    ['a page of HTML with status 200', html(200)],
    ['JSON that was cut short', { body: '{"id": "0190' }],
    ['an empty body', { body: '' }],
    ['an empty object', { body: {} }],
    ['an id that is a number', { body: { id: 7 } }],
    ['an error in the clothes of a success', { body: { message } }],
    ['bytes that are no text', { body: new Uint8Array([0xff, 0xfe, 0x7b]) }],
  ];
  test.each(rows)('%s', async (_what, reply) => {
    service.script(reply);
    const error = await rejection(create());
    expect(error).toMatchObject({ code: 'remote_invalid', retryable: true, details: { status: 200 } });
    expect(mayHaveApplied(error)).toBe(true);
  });

  test('an HTML page instead of a photo', async () => {
    service.script(html(200));
    expect(await rejection(client().images.photo('p-1'))).toMatchObject({ code: 'remote_invalid' });
  });

  test('a redirect, which is not followed: it comes from a captive portal', async () => {
    service.script({ status: 302, headers: { location: `${service.baseUrl}/login` }, body: '' });
    expect(await rejection(create())).toMatchObject({ code: 'remote_unavailable', retryable: true });
    expect(service.lines).toEqual(['POST /inspections']);
  });

  test('a connection that ends before or during the response', async () => {
    service.script((_request, response) => {
      response.destroy();
      return undefined;
    });
    expect(await rejection(create())).toMatchObject({ code: 'remote_unavailable', retryable: true });
    service.script((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id": "0190", ', () => response.destroy());
      return undefined;
    });
    const error = await rejection(create());
    expect(error).toMatchObject({ code: 'remote_unavailable', retryable: true });
    expect(error.details).not.toHaveProperty('status');
    expect(mayHaveApplied(error)).toBe(true);
  });

  test('no connection at all', async () => {
    const elsewhere = await ScriptedService.start();
    await elsewhere.stop();
    const error = await rejection(create({ baseUrl: elsewhere.baseUrl }));
    expect(error).toMatchObject({ code: 'remote_unavailable', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('the timeout', () => {
  const silent = () => undefined;

  // Proves wire A7.
  test('aborts a request without a response', async () => {
    service.script(silent);
    const error = await rejection(create({ timeoutMs: 30 }));
    expect(error).toMatchObject({ code: 'timeout', retryable: true, details: { timeoutMs: 30 } });
    expect(mayHaveApplied(error)).toBe(true);
  });

  test('can be set per call', async () => {
    service.script(silent);
    const call = client().calls.createInspection({ tasks: {} }, {}, { timeoutMs: 20 });
    expect(await rejection(call)).toMatchObject({ code: 'timeout', details: { timeoutMs: 20 } });
  });

  test('of an upload without progress events includes the transfer time of a slow link', async () => {
    const photoOf = (seconds: number) => new Blob([new Uint8Array(seconds * 16_000)]); // on the slowest link
    const upload = (seconds: number, options: { timeoutMs?: number } = {}) =>
      client({ timeoutMs: 50 }).calls.addImage(
        'i-1',
        { tasks: [], acquisition: MULTIPART_ACQUISITION },
        photoOf(seconds),
        options,
      );
    service.script((_request, response) => {
      setTimeout(() => response.end('{"id":"p-1"}'), 300);
      return undefined;
    });
    expect(await upload(60)).toMatchObject({ id: 'p-1' });
    expect(await rejection(upload(60, { timeoutMs: 50 }))).toMatchObject({ code: 'timeout' });
    service.script(silent);
    expect(await rejection(upload(1))).toMatchObject({ code: 'timeout', details: { timeoutMs: 1050 } });
  });

  test('includes reading the response body', async () => {
    service.script((_request, response) => {
      response.writeHead(200);
      response.write('{');
      return undefined;
    });
    expect(await rejection(create({ timeoutMs: 50 }))).toMatchObject({ code: 'timeout' });
  });

  test('is independent of the caller’s abort: before, during the request, and while the token is pending', async () => {
    const aborted = { code: 'aborted', retryable: false };
    service.script({ body: { id: 'i-1' } });
    expect(
      await rejection(client().inspections.getOne('i-1', { signal: AbortSignal.abort() })),
    ).toMatchObject(aborted);
    expect(service.lines).toEqual([]);

    const midFlight = new AbortController();
    service.script(() => {
      midFlight.abort();
      return undefined;
    });
    expect(await rejection(client().inspections.getOne('i-1', { signal: midFlight.signal }))).toMatchObject(
      aborted,
    );

    const waiting = new AbortController();
    const never = client({ getToken: () => new Promise<string>(() => waiting.abort()) });
    expect(await rejection(never.inspections.getOne('i-1', { signal: waiting.signal }))).toMatchObject(
      aborted,
    );
  });
});

describe('the token', () => {
  const expired = { status: 401, body: { message: 'Token is expired' } };

  // Proves spec 1.2, spec 5.2, wire A4.
  test('is requested for each request, and again after a 401 with the reason', async () => {
    const hints: boolean[] = [];
    const tokens = ['old', 'fresh', 'next'];
    const remote = client({
      getToken: ({ expired: hint }) => {
        hints.push(hint);
        return tokens[hints.length - 1] ?? '';
      },
    });
    service.script(expired, { body: { id: 'i-1' } });
    expect(await remote.calls.createInspection({ tasks: {} }, {}, { idempotencyKey: 'k' })).toEqual({
      id: 'i-1',
    });
    await remote.calls.deleteInspection('i-1');
    expect(hints).toEqual([false, true, false]);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer fresh',
      'Bearer next',
    ]);
    expect(service.received[1]?.headers['idempotency-key']).toBe('k');
  });

  test('is sent again with the photo after a 401', async () => {
    service.script(expired, { body: { id: 'p-1' } });
    await client().calls.addImage('i-1', { tasks: [] }, new Blob(['photo'], { type: 'image/jpeg' }));
    expect(service.received[1]?.body).toMatchObject({ image: { bytes: 5 } });
  });

  test('that is rejected twice ends the call; nothing was changed', async () => {
    service.script(expired);
    const error = await rejection(create());
    expect(error).toMatchObject({
      code: 'unauthorized',
      message: 'Token is expired',
      details: { status: 401 },
    });
    expect(mayHaveApplied(error)).toBe(false);
    expect(service.lines).toHaveLength(2);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('signed out'))],
    ['gives nothing', () => ''],
    ['gives no text', () => undefined as unknown as string],
    ['gives what no header can hold', () => `${TOKEN}\nX-Evil: 1`],
  ])('that getToken %s sends nothing', async (_what, getToken) => {
    service.script({ body: { id: 'i-1' } });
    const error = await rejection(create({ getToken }));
    expect(error.code).toBe('unauthorized');
    expect(service.lines).toEqual([]);
    expect(shownOf(error)).not.toContain(TOKEN);
  });

  test('that getToken cannot fetch is a network error and not unauthorized', async () => {
    const elsewhere = await ScriptedService.start();
    await elsewhere.stop();
    const fetched = async () => (await fetch(elsewhere.baseUrl)).text();
    const error = await rejection(create({ getToken: fetched }));
    expect(error).toMatchObject({ code: 'remote_unavailable', retryable: true });
    expect(mayHaveApplied(error)).toBe(false);
    expect(error.message).toContain('getToken');
    expect(service.lines).toEqual([]);
  });

  test('that getToken never returns ends the call at its timeout; nothing was sent', async () => {
    const error = await rejection(create({ getToken: () => new Promise(() => {}), timeoutMs: 30 }));
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('getToken did not return within 30 ms'),
      details: { timeoutMs: 30, sent: false },
      retryable: true,
    });
    expect(mayHaveApplied(error)).toBe(false);
    expect(service.lines).toEqual([]);
  });

  test('that getToken never returns does not delay an aborted call', async () => {
    const giveUp = new AbortController();
    const getToken = () => {
      giveUp.abort();
      return new Promise<string>(() => {});
    };
    const calls = client({ getToken }).calls;
    const error = await rejection(calls.createInspection({ tasks: {} }, {}, { signal: giveUp.signal }));
    expect(error.code).toBe('aborted');
  });

  test('that is missing because getToken throws has that error as cause', async () => {
    const session = undefined as unknown as { token: string };
    const { message } = await rejection(create({ getToken: async () => session.token }));
    expect(message).toMatch(/getToken failed: TypeError: .*token/);
  });

  test('that is missing while offline is a network error, whatever getToken throws', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    const getToken = () => Promise.reject(new Error('auth/network-request-failed'));
    expect(await rejection(create({ getToken }))).toMatchObject({ code: 'remote_unavailable' });
  });

  test('keeps code, message and retryable of a KerbsideError that getToken throws', async () => {
    const own = new KerbsideError('remote_unavailable', 'The identity provider is away.', {
      retryable: true,
    });
    const error = await rejection(create({ getToken: () => Promise.reject(own) }));
    const { code, message, retryable } = own;
    expect(error).toMatchObject({ code, message, retryable, details: { sent: false } });
  });

  // Proves spec 5.2.
  test('never appears in an error, whatever the service or the platform returns', async () => {
    const echo = { message: `Bad header: Bearer ${TOKEN}`, code: 'invalid_input', details: { got: TOKEN } };
    const failing = (url: string, init: RequestInit) =>
      Promise.reject(
        Object.assign(new TypeError(`fetch ${url} failed: ${JSON.stringify(init.headers)}`), { init }),
      );
    const errors = [];
    for (const status of [400, 401, 403, 404, 429, 500]) {
      service.script({ status, body: echo });
      errors.push(await rejection(create()));
    }
    service.script({ body: { id: `Bearer ${TOKEN}` } });
    errors.push(await rejection(create()), await rejection(create({ fetch: failing })));
    for (const error of errors) expect(shownOf(error)).not.toContain(TOKEN);
    expect(shownOf(errors[0])).toContain('[token]');
  });
});

/** All that a log could show of an error, its causes and their fields included. */
function shownOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  const fields = JSON.stringify(Object.fromEntries(Object.entries(error)));
  return [error.message, error.stack, fields, shownOf(error.cause)].join('\n');
}
