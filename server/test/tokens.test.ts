import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OWN_PERMISSIONS, type RunningService } from '../index.ts';
import { createClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const SECRET = 'a secret of more than thirty-two characters';
const key = new TextEncoder().encode(SECRET);
const inOneHour = () => Math.floor(Date.now() / 1000) + 3_600;
const sign = (claims: Record<string, unknown>, signer: Uint8Array = key, alg = 'HS256') =>
  new SignJWT({ sub: 'ada', exp: inOneHour(), ...claims }).setProtectedHeader({ alg }).sign(signer);

async function readResponse(url: string, authorization: string | undefined) {
  const { status, json } = await createClient(url, authorization).get('/inspections');
  return [status, json.message];
}

describe('a service with a shared secret', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ keys: { secret: SECRET } });
  });
  afterAll(() => service.close());

  // Proves spec 5.4.
  it('accepts tokens signed with it', async () => {
    expect((await createClient(service.url, `Bearer ${await sign({})}`).get('/inspections')).status).toBe(
      200,
    );
    expect((await createClient(service.url, `bearer ${await sign({})}`).get('/inspections')).status).toBe(
      200,
    );
  });

  it.each([
    ['no header', async () => undefined, 'Authorization header is required'],
    [
      'no scheme',
      async () => sign({}),
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
    ['a malformed token', async () => 'Bearer nonsense', 'Token decode failed'],
    ['another key', async () => `Bearer ${await sign({}, new Uint8Array(32))}`, 'Token decode failed'],
    [
      'another algorithm',
      async () => `Bearer ${await sign({}, new Uint8Array(64), 'HS512')}`,
      'Token decode failed',
    ],
    [
      'the right key under another algorithm',
      async () => `Bearer ${await sign({}, key, 'HS512')}`,
      'Token decode failed',
    ],
    [
      'alg none',
      async () => `Bearer ${new UnsecuredJWT({ sub: 'ada', exp: inOneHour() }).encode()}`,
      'Token decode failed',
    ],
    ['expiry', async () => `Bearer ${await sign({ exp: inOneHour() - 3_700 })}`, 'Token is expired'],
    ['no expiry', async () => `Bearer ${await sign({ exp: undefined })}`, 'Token payload schema unknown'],
    ['no subject', async () => `Bearer ${await sign({ sub: undefined })}`, 'Token payload schema unknown'],
    ['an empty subject', async () => `Bearer ${await sign({ sub: '' })}`, 'Token payload schema unknown'],
    [
      'a subject with NUL',
      async () => `Bearer ${await sign({ sub: 'a\0b' })}`,
      'Token payload schema unknown',
    ],
    [
      'an invalid organization',
      async () => `Bearer ${await sign({ org_id: 7 })}`,
      'Token payload schema unknown',
    ],
    [
      'invalid permissions',
      async () => `Bearer ${await sign({ permissions: 'all' })}`,
      'Token payload schema unknown',
    ],
  ])('rejects %s with the message of the specification', async (_, header, message) => {
    expect(await readResponse(service.url, await header())).toEqual([401, message]);
  });

  it('rejects a token whose claims were changed after signing', async () => {
    const [header, , signature] = (await sign({})).split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'root', exp: inOneHour() })).toString('base64url');
    expect(await readResponse(service.url, `Bearer ${header}.${claims}.${signature}`)).toEqual([
      401,
      'Token decode failed',
    ]);
  });

  // Proves wire A5.
  it('grants a token without permissions claim access to its own records only', async () => {
    const plain = createClient(service.url, `Bearer ${await sign({ org_id: 'fleet' })}`);
    expect((await plain.post('/inspections', { tasks: {} })).status).toBe(200);
    expect((await plain.get('/inspections?ownership_filter=organization_resources')).status).toBe(403);
    const none = createClient(service.url, `Bearer ${await sign({ permissions: [] })}`);
    expect((await none.post('/inspections', { tasks: {} })).status).toBe(403);
  });

  it('accepts the organization as org_id and organization_id', async () => {
    const permissions = [...OWN_PERMISSIONS, 'monk_core_api:inspections:read_organization'];
    const asOne = createClient(service.url, `Bearer ${await sign({ sub: 'x', org_id: 'o', permissions })}`);
    const asOther = createClient(
      service.url,
      `Bearer ${await sign({ sub: 'y', organization_id: 'o', permissions })}`,
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
  const signWith = (signer: CryptoKey | Uint8Array, alg: string, changes: Record<string, unknown> = {}) =>
    new SignJWT({ exp: inOneHour(), ...claims, ...changes })
      .setProtectedHeader({ alg, kid: 'k1' })
      .sign(signer);

  // Proves spec 5.1.
  it('accepts its tokens', async () => {
    const client = createClient(service.url, `Bearer ${await signWith(privateKey, 'RS256')}`);
    const { json } = await client.post('/inspections', { tasks: {} });
    expect((await client.get(`/inspections/${json.id}`)).json.owner_id).toBe('auth0|7');
  });

  // Proves spec 5.1.
  it('rejects tokens of another issuer, audience or signer', async () => {
    const respondTo = async (token: string) => readResponse(service.url, `Bearer ${token}`);
    expect(await respondTo(await signWith(privateKey, 'RS256', { iss: 'https://evil.example/' }))).toEqual([
      401,
      'Token issuer invalid, please check issuer',
    ]);
    expect(await respondTo(await signWith(privateKey, 'RS256', { aud: 'others' }))).toEqual([
      401,
      'Token audience invalid, please check audience',
    ]);
    const stranger = await generateKeyPair('RS256');
    expect(await respondTo(await signWith(stranger.privateKey, 'RS256'))).toEqual([
      401,
      'Token decode failed',
    ]);
  });

  it('does not accept its public key as a shared secret', async () => {
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
    const jwk = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
    for (const secret of [spki, jwk]) {
      expect(await readResponse(service.url, `Bearer ${await signWith(secret, 'HS256')}`)).toEqual([
        401,
        'Token decode failed',
      ]);
    }
  });

  it('signs no tokens itself', async () => {
    await expect(async () => service.tokenFor({ id: 'ada' })).rejects.toThrow(/identity provider/);
  });
});
