import { expect, test } from 'vitest';
import { ownToken, subjectOf } from './token-subject.ts';

const jwt = (payload: object) => {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
  return `e30.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
};

test('reads the subject of a JWT, whatever its letters', () => {
  for (const sub of ['ada', 'auth0|1234', 'Zoë Ørsted', '???>>>']) expect(subjectOf(jwt({ sub }))).toBe(sub);
});

test.each(['', 'opaque', 'a.b', 'a.%%%.c', jwt({}), jwt({ sub: 7 })])('%s names nobody', (token) =>
  expect(subjectOf(token)).toBeUndefined(),
);

test('passes the user’s own token on, and one that names nobody', async () => {
  for (const token of [jwt({ sub: 'ada' }), 'opaque']) {
    expect(await ownToken(() => token, 'ada')({ expired: false })).toBe(token);
  }
});

test('refuses the token of somebody else without showing it', async () => {
  const token = jwt({ sub: 'ben' });
  const refused = ownToken(() => token, 'ada')({ expired: false });
  await expect(refused).rejects.toMatchObject({
    code: 'wrong_user',
    details: { subject: 'ben', userId: 'ada' },
  });
  expect(JSON.stringify(await Promise.resolve(refused).catch((error: unknown) => error))).not.toContain(
    token,
  );
});

test('the app may say itself whose a token is', async () => {
  const token = ownToken(
    () => 'opaque-ben',
    'ben',
    (text) => text.slice('opaque-'.length),
  );
  expect(await token({ expired: false })).toBe('opaque-ben');
});
