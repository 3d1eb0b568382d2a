import { expect, test } from 'vitest';
import { shareTokenCalls } from './access-token.ts';

/** A `getToken` whose calls return when the test says so. */
function createTokens() {
  const calls: { expired: boolean; resolve(token: string): void; reject(error: Error): void }[] = [];
  const time = { elapsed: 0 };
  const getToken = ({ expired }: { expired: boolean }) =>
    new Promise<string>((resolve, reject) => calls.push({ expired, resolve, reject }));
  const shared = shareTokenCalls(getToken, 1_000, () => time.elapsed);
  return { calls, time, request: (expired = false) => shared({ expired }) };
}

const turn = () => new Promise(setImmediate);

test('requests at the same time share one call', async () => {
  const { calls, request } = createTokens();
  const tokens = [request(), request(), request()];
  await turn();
  expect(calls).toHaveLength(1);
  calls[0]?.resolve('token');
  expect(await Promise.all(tokens)).toEqual(['token', 'token', 'token']);
});

test('a refresh is shared, too, but not with a request that needs none', async () => {
  const { calls, request } = createTokens();
  void request(true);
  void request(false);
  void request(true);
  await turn();
  expect(calls.map(({ expired }) => expired)).toEqual([true, false]);
});

test('the next request calls again', async () => {
  const { calls, request } = createTokens();
  const first = request();
  calls[0]?.reject(new Error('Signed out.'));
  await expect(first).rejects.toThrow('Signed out.');
  void request();
  expect(calls).toHaveLength(2);
});

test('a call that does not return within the timeout is not waited for again', async () => {
  const { calls, time, request } = createTokens();
  const late = request();
  time.elapsed = 1_000;
  const next = request();
  expect(calls).toHaveLength(2);
  calls[0]?.resolve('old');
  await late;
  void request(); // the late call does not end the sharing of the next
  expect(calls).toHaveLength(2);
  calls[1]?.resolve('new');
  expect(await next).toBe('new');
});
