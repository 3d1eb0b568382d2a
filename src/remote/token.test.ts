import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { type GetToken, redactToken, requestToken } from './token.ts';

const request = (getToken: GetToken, signal?: AbortSignal) =>
  requestToken(getToken, { expired: false }, signal);

describe('requestToken', () => {
  test('passes the hint on and returns the token', async () => {
    const getToken: GetToken = async ({ expired }) => (expired ? 'new' : 'old');
    expect(await requestToken(getToken, { expired: true }, undefined)).toBe('new');
  });

  test.each(['', 'two words', 'line\nbreak', 'ünïcode'])(
    'throws unauthorized for %j, which no header can contain, and does not quote it',
    async (token) => {
      const error = await request(() => token).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'unauthorized', retryable: false });
      if (token) expect(String(error)).not.toContain(token);
    },
  );

  test('treats a failed fetch of getToken as offline: retryable', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(request(offline)).rejects.toMatchObject({
      code: 'remote_unavailable',
      retryable: true,
      message: expect.stringContaining('Failed to fetch'),
    });
  });

  test.each([
    'Failed to fetch (auth.example.org)',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'fetch failed',
    'network error',
  ])('recognizes a fetch without a response by its message: %s', async (message) => {
    const offline = () => Promise.reject(new TypeError(message));
    await expect(request(offline)).rejects.toMatchObject({ code: 'remote_unavailable' });
  });

  test('recognizes the errors of older Safaris, whose messages are translated, by the missing stack', async () => {
    const offline = new TypeError('La connexion Internet semble interrompue.');
    Reflect.deleteProperty(offline, 'stack');
    await expect(request(() => Promise.reject(offline))).rejects.toMatchObject({
      code: 'remote_unavailable',
    });
  });

  test('throws token_failed for a bug of getToken', async () => {
    const session = JSON.parse('{}');
    const buggy: GetToken[] = [
      () => session.current.token,
      async () => session.refresh(),
      // @ts-expect-error: this is the bug
      () => missingVariable,
      () => new Array(-1).join(''),
    ];
    for (const getToken of buggy) {
      await expect(request(getToken)).rejects.toMatchObject({
        code: 'token_failed',
        message: expect.stringMatching(/getToken failed: (Type|Reference|Range)Error: .*bug/),
        cause: expect.any(Error),
      });
    }
  });

  test('throws unauthorized for any other error, and keeps a KerbsideError', async () => {
    await expect(request(() => Promise.reject(new Error('signed out')))).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('signed out'),
    });
    const own = new KerbsideError('wrong_user', 'm');
    await expect(request(() => Promise.reject(own))).rejects.toBe(own);
  });

  test('throws aborted while getToken is pending', async () => {
    const stop = new AbortController();
    const pending = request(() => new Promise(() => {}), stop.signal);
    stop.abort();
    await expect(pending).rejects.toMatchObject({ code: 'aborted' });
  });
});

test('redactToken removes the token from texts and JSON, also in its escaped form', () => {
  expect(redactToken('bad token a"b', 'a"b')).toBe('bad token [token]');
  expect(redactToken({ header: ['Bearer a"b'] }, 'a"b')).toEqual({ header: ['Bearer [token]'] });
});
