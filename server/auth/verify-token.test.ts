import { describe, expect, it } from 'vitest';
import { signToken } from './sign-token.ts';
import { createTokenVerifier } from './verify-token.ts';

const SECRET = 'a secret of a test, 32 characters or more';
const ada = { id: 'ada', organizationId: 'fleet' };

describe('a token that was verified before', () => {
  it('is accepted until it expires, and not a millisecond longer', async () => {
    let time = 1_000_000;
    const verify = createTokenVerifier({ secret: SECRET }, () => time);
    const token = await signToken(SECRET, ada, { expiresIn: 30 }, time);
    for (time of [1_000_000, 1_015_000, 1_029_999]) expect((await verify(token)).user).toEqual(ada);
    time = 1_030_000;
    await expect(verify(token)).rejects.toMatchObject({ code: 'unauthorized', message: 'Token is expired' });
  });

  it('does not make a similar one valid', async () => {
    const verify = createTokenVerifier({ secret: SECRET }, () => 1_000_000);
    const token = await signToken(SECRET, ada, { expiresIn: 30 }, 1_000_000);
    await verify(token);
    const forged = await signToken(SECRET.toUpperCase(), ada, { expiresIn: 30 }, 1_000_000);
    await expect(verify(forged)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(verify(token.slice(0, -1))).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
