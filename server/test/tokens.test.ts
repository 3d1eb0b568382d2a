import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OWN_PERMISSIONS, type RunningService } from '../index.ts';
import { createClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const SECRET = 'a secret of more than thirty-two characters';
const key = new TextEncoder().encode(SECRET);
const hour = () => Math.floor(Date.now() / 1000) + 3_600;
const signed = (claims: Record<string, unknown>, signer: Uint8Array = key, alg = 'HS256') =>
  new SignJWT({ sub: 'ada', exp: hour(), ...claims }).setProtectedHeader({ alg }).sign(signer);

async function answerTo(url: string, authorization: string | undefined) {
  const { status, json } = await createClient(url, authorization).get('/inspections');
  return [status, json.message];
}

describe('a service with a shared secret', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ keys: { secret: SECRET } });
  });
  afterAll(() => service.close());

  it('takes what was signed with it', async () => {
    expect((await createClient(service.url, `Bearer ${await signed({})}`).get('/inspections')).status).toBe(
      200,
    );
    expect((await createClient(service.url, `bearer ${await signed({})}`).get('/inspections')).status).toBe(
      200,
    );
  });

  it.each([
    ['no header', async () => undefined, 'Authorization header is required'],
    [
      'no scheme',
      async () => signed({}),
      'Wrong authorization header format, should be in the format : Bearer TOKEN',
    ],
    [
      'another scheme',
      async () => 'Basic YTpi',
      'Wrong authorization header format, should be in the format : Bearer TOKEN',
    ],
    [
      'two tokens',
      async () => 'Bearer a b',
      'Wrong authorization header format, should be in the format : Bearer TOKEN',
    ],
    ['no token at all', async () => 'Bearer nonsense', 'Token decode failed'],
    ['another key', async () => `Bearer ${await signed({}, new Uint8Array(32))}`, 'Token decode failed'],
    [
      'another algorithm',
      async () => `Bearer ${await signed({}, new Uint8Array(64), 'HS512')}`,
      'Token decode failed',
    ],
    [
      'the right key under another algorithm',
      async () => `Bearer ${await signed({}, key, 'HS512')}`,
      'Token decode failed',
    ],
    [
      'alg none',
      async () => `Bearer ${new UnsecuredJWT({ sub: 'ada', exp: hour() }).encode()}`,
      'Token decode failed',
    ],
    ['expiry', async () => `Bearer ${await signed({ exp: hour() - 3_700 })}`, 'Token is expired'],
    ['no expiry', async () => `Bearer ${await signed({ exp: undefined })}`, 'Token payload schema unknown'],
    ['no subject', async () => `Bearer ${await signed({ sub: undefined })}`, 'Token payload schema unknown'],
    ['an empty subject', async () => `Bearer ${await signed({ sub: '' })}`, 'Token payload schema unknown'],
    [
      'a subject with NUL',
      async () => `Bearer ${await signed({ sub: 'a\0b' })}`,
      'Token payload schema unknown',
    ],
    [
      'an organization that is none',
      async () => `Bearer ${await signed({ org_id: 7 })}`,
      'Token payload schema unknown',
    ],
    [
      'permissions that are none',
      async () => `Bearer ${await signed({ permissions: 'all' })}`,
      'Token payload schema unknown',
    ],
  ])('refuses %s with the service’s own words', async (_, header, message) => {
    expect(await answerTo(service.url, await header())).toEqual([401, message]);
  });

  it('refuses a token whose claims were changed after it was signed', async () => {
    const [header, , signature] = (await signed({})).split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'root', exp: hour() })).toString('base64url');
    expect(await answerTo(service.url, `Bearer ${header}.${claims}.${signature}`)).toEqual([
      401,
      'Token decode failed',
    ]);
  });

  it('lets who has no permissions by name work with their own records, and no others', async () => {
    const plain = createClient(service.url, `Bearer ${await signed({ org_id: 'fleet' })}`);
    expect((await plain.post('/inspections', { tasks: {} })).status).toBe(200);
    expect((await plain.get('/inspections?ownership_filter=organization_resources')).status).toBe(403);
    const none = createClient(service.url, `Bearer ${await signed({ permissions: [] })}`);
    expect((await none.post('/inspections', { tasks: {} })).status).toBe(403);
  });

  it('takes the organization under either name', async () => {
    const permissions = [...OWN_PERMISSIONS, 'monk_core_api:inspections:read_organization'];
    const asOne = createClient(service.url, `Bearer ${await signed({ sub: 'x', org_id: 'o', permissions })}`);
    const asOther = createClient(
      service.url,
      `Bearer ${await signed({ sub: 'y', organization_id: 'o', permissions })}`,
    );
    const { json } = await asOne.post('/inspections', { tasks: {} });
    expect((await asOther.get(`/inspections/${json.id}`)).status).toBe(200);
  });
});

describe('a service with the keys of an identity provider', () => {
  let service: RunningService;
  let provider: ReturnType<typeof createServer>;
  let privateKey: CryptoKey;
  let publicKey: CryptoKey;

  beforeAll(async () => {
    ({ privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true }));
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] });
    provider = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(jwks),
    );
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const address = provider.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const jwksUrl = `http://127.0.0.1:${port}/jwks.json`;
    service = await startService({ keys: { jwksUrl, issuer: 'https://idp.example/', audience: 'kerbside' } });
  });
  afterAll(async () => {
    await service.close();
    provider.close();
  });

  const claims = { sub: 'auth0|7', iss: 'https://idp.example/', aud: 'kerbside' };
  const bySigner = (signer: CryptoKey | Uint8Array, alg: string, changes: Record<string, unknown> = {}) =>
    new SignJWT({ exp: hour(), ...claims, ...changes }).setProtectedHeader({ alg, kid: 'k1' }).sign(signer);

  it('takes its tokens', async () => {
    const client = createClient(service.url, `Bearer ${await bySigner(privateKey, 'RS256')}`);
    const { json } = await client.post('/inspections', { tasks: {} });
    expect((await client.get(`/inspections/${json.id}`)).json.owner_id).toBe('auth0|7');
  });

  it('refuses those of another issuer, for another audience, or signed by another', async () => {
    const answer = async (token: string) => answerTo(service.url, `Bearer ${token}`);
    expect(await answer(await bySigner(privateKey, 'RS256', { iss: 'https://evil.example/' }))).toEqual([
      401,
      'Token issuer invalid, please check issuer',
    ]);
    expect(await answer(await bySigner(privateKey, 'RS256', { aud: 'others' }))).toEqual([
      401,
      'Token audience invalid, please check audience',
    ]);
    const stranger = await generateKeyPair('RS256');
    expect(await answer(await bySigner(stranger.privateKey, 'RS256'))).toEqual([401, 'Token decode failed']);
  });

  it('does not take its public key for a shared secret', async () => {
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
    const jwk = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
    for (const secret of [spki, jwk]) {
      expect(await answerTo(service.url, `Bearer ${await bySigner(secret, 'HS256')}`)).toEqual([
        401,
        'Token decode failed',
      ]);
    }
  });

  it('signs none itself', async () => {
    await expect(async () => service.tokenFor({ id: 'ada' })).rejects.toThrow(/identity provider/);
  });
});
