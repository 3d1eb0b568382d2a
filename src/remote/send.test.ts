import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { ROUTES } from '../wire/routes.ts';
import { type Call, createSender, type SenderDeps } from './send.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

const CALL: Call = {
  route: { ...ROUTES.createDamage, response: { schema: v.unknown(), decode: (json) => json } },
  ids: { inspectionId: 'i 1' },
  input: { damageType: 'dent' },
};

const respond = (status: number, body: unknown): HttpResponse => ({
  status,
  header: () => null,
  body: new Uint8Array(new TextEncoder().encode(JSON.stringify(body))).buffer,
});

const waitForAbort = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Creates a sender whose transport returns the given responses in order, and then no more. */
function createScript(responses: (HttpResponse | Error)[], deps: Partial<SenderDeps> = {}) {
  const requests: HttpRequest[] = [];
  const hints: boolean[] = [];
  const send = createSender({
    baseUrl: 'https://api.test/v1',
    getToken: ({ expired }) => {
      hints.push(expired);
      return expired ? 'fresh-token' : 'old-token';
    },
    transport: async (request) => {
      requests.push(request);
      const response = responses.shift();
      if (!response) return waitForAbort(request.signal);
      if (response instanceof Error) throw response;
      return response;
    },
    timeoutMs: 1_000,
    now: Date.now,
    ...deps,
  });
  return { send, requests, hints };
}

describe('a request', () => {
  test('has method, address, token, JSON and idempotency key', async () => {
    const { send, requests } = createScript([respond(200, { id: 'd' })]);
    expect(await send(CALL, { idempotencyKey: 'k' })).toEqual({ id: 'd' });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.test/v1/inspections/i%201/damages',
      headers: {
        Authorization: 'Bearer old-token',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'k',
      },
      body: '{"damage_type":"dent"}',
    });
  });

  test('with files is multipart, without its own Content-Type', async () => {
    const { send, requests } = createScript([respond(200, { id: 'd' })]);
    await send({ ...CALL, files: { image: new Blob(['photo']) } });
    const [request] = requests;
    expect(request?.headers).not.toHaveProperty('Content-Type');
    const form = request?.body as FormData;
    expect(form.get('json')).toBe('{"damage_type":"dent"}');
    expect(await (form.get('image') as Blob).text()).toBe('photo');
  });

  test('is sent once more with a new token after a 401', async () => {
    const { send, requests, hints } = createScript([respond(401, { message: 'expired' }), respond(200, 1)]);
    expect(await send(CALL)).toBe(1);
    expect(hints).toEqual([false, true]);
    expect(requests.map(({ headers }) => headers.Authorization)).toEqual([
      'Bearer old-token',
      'Bearer fresh-token',
    ]);
  });

  test('throws unauthorized after a second 401', async () => {
    const { send, requests } = createScript([
      respond(401, {}),
      respond(401, { message: 'no' }),
      respond(200, 1),
    ]);
    await expect(send(CALL)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(requests).toHaveLength(2);
  });
});

describe('a failed request', () => {
  test('without a response throws a retryable remote_unavailable, without the token', async () => {
    const { send } = createScript([new TypeError('fetch failed with old-token')]);
    await expect(send(CALL)).rejects.toMatchObject({
      code: 'remote_unavailable',
      retryable: true,
      message:
        'POST /inspections/i%201/damages got no response: fetch failed with [token]. Check the network.',
    });
  });

  test('throws timeout, with sent: false if there was no token in time', async () => {
    const late = createScript([]);
    const timeout = { code: 'timeout', retryable: true };
    await expect(late.send(CALL, { timeoutMs: 5 })).rejects.toMatchObject(timeout);
    const noToken = createScript([], { getToken: () => new Promise(() => {}) });
    await expect(noToken.send(CALL, { timeoutMs: 5 })).rejects.toMatchObject({
      ...timeout,
      details: { sent: false },
    });
    expect(noToken.requests).toEqual([]);
  });

  test('has sent: false if getToken throws', async () => {
    const thrown = [
      new Error('signed out'),
      new TypeError('Failed to fetch'),
      new KerbsideError('wrong_user', 'm'),
    ];
    for (const error of thrown) {
      const { send, requests } = createScript([], { getToken: () => Promise.reject(error) });
      await expect(send(CALL)).rejects.toMatchObject({ details: { sent: false } });
      expect(requests).toEqual([]);
    }
  });

  test('adds request and status to the error of an invalid body', async () => {
    const { send } = createScript([{ ...respond(200, ''), body: new ArrayBuffer(0) }]);
    await expect(send(CALL)).rejects.toMatchObject({
      code: 'remote_invalid',
      message: expect.stringMatching(/^POST \/inspections\/i%201\/damages: /),
      details: { status: 200, request: 'POST /inspections/i%201/damages' },
    });
  });

  test('is not sent if its signal is aborted', async () => {
    const { send, requests } = createScript([respond(200, 1)]);
    const call = send(CALL, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    expect(requests).toEqual([]);
  });
});
