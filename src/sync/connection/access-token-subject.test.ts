import { expect, test } from 'vitest';
import { readTokenSubject, requireOwnToken } from './access-token.ts';

const jwt = (payload: object) => {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
  return `e30.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
};

test('reads the subject of a JWT in any script', () => {
  for (const sub of ['ada', 'auth0|1234', 'Zoë Ørsted', '???>>>'])
    expect(readTokenSubject(jwt({ sub }))).toBe(sub);
});

test('reads a subject that is a number', () => {
  expect(readTokenSubject(jwt({ sub: 7 }))).toBe('7');
  const many = '{"act": {"sub": 5}, "sub" : 1234567890123456789, "exp": 7}'; // JSON.parse rounds it
  expect(readTokenSubject(`e30.${btoa(many)}.signature`)).toBe('1234567890123456789');
});

test.each(['', 'opaque', 'a.b', 'a.%%%.c', jwt({}), jwt({ sub: null }), jwt({ sub: ['ada'] })])(
  '%s has no subject',
  (token) => expect(readTokenSubject(token)).toBeUndefined(),
);

test('accepts the user’s own token, and one without a subject', async () => {
  for (const token of [jwt({ sub: 'ada' }), 'opaque']) {
    expect(await requireOwnToken(() => token, 'ada')({ expired: false })).toBe(token);
  }
});

test('rejects a token of another user, without the token in the error', async () => {
  const token = jwt({ sub: 'ben' });
  const rejected = requireOwnToken(() => token, 'ada')({ expired: false });
  await expect(rejected).rejects.toMatchObject({
    code: 'wrong_user',
    details: { subject: 'ben', userId: 'ada' },
  });
  expect(JSON.stringify(await Promise.resolve(rejected).catch((error: unknown) => error))).not.toContain(
    token,
  );
});

test('uses the app’s subjectOf', async () => {
  const token = requireOwnToken(
    () => 'opaque-ben',
    'ben',
    (text) => text.slice('opaque-'.length),
  );
  expect(await token({ expired: false })).toBe('opaque-ben');
});
