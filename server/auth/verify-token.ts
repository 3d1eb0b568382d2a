import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { KerbsideError } from '../../src/errors.ts';
import type { Identity } from './permissions.ts';
import { OWN_PERMISSIONS } from './permissions.ts';

/** How tokens are verified: with a shared secret for development, or with the public keys of an identity provider. */
export type TokenKeys = { secret: string } | { jwksUrl: string; issuer: string; audience: string };

export type VerifyToken = (token: string) => Promise<Identity>;

/** Two disjoint lists: a public key must never be accepted as a shared secret. */
const SECRET_ALGORITHMS = ['HS256'];
const PUBLIC_KEY_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/** How long a verified token is remembered: a device sends many requests with one. A key that is revoked counts until then. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Creates the function that verifies a token and returns its identity. It throws `unauthorized`.
 *
 * It remembers valid tokens for a minute, and never longer than they are valid.
 */
export function createTokenVerifier(keys: TokenKeys, now: () => number): VerifyToken {
  const verify = createPayloadVerifier(keys);
  const remembered = new Map<string, { identity: Identity; until: number }>();
  const remember = (token: string, identity: Identity, expiry: number) => {
    const [oldest] = remembered.keys();
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, { identity, until: Math.min(expiry, now() + REMEMBERED_MS) });
  };
  return async (token) => {
    const known = remembered.get(token);
    if (known && now() < known.until) return known.identity;
    remembered.delete(token);
    try {
      const currentDate = new Date(now());
      const payload = await verify(token, { requiredClaims: ['sub', 'exp'], currentDate });
      const identity = toIdentity(payload);
      remember(token, identity, (payload.exp ?? 0) * 1000);
      return identity;
    } catch (error) {
      throw toAuthError(error);
    }
  };
}

type VerifyPayload = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>;

function createPayloadVerifier(keys: TokenKeys): VerifyPayload {
  if ('secret' in keys) {
    const key = new TextEncoder().encode(keys.secret);
    return async (token, options) =>
      (await jwtVerify(token, key, { ...options, algorithms: SECRET_ALGORITHMS })).payload;
  }
  const { jwksUrl, issuer, audience } = keys;
  const keySet = createRemoteJWKSet(new URL(jwksUrl));
  return async (token, options) =>
    (await jwtVerify(token, keySet, { ...options, algorithms: PUBLIC_KEY_ALGORITHMS, issuer, audience }))
      .payload;
}

/** Long enough for any provider's subject, short enough for an index. No control characters: Postgres rejects NUL. */
const NAME = /^[^\p{Cc}]{1,256}$/u;

function toIdentity({ sub, org_id, organization_id = org_id, permissions }: JWTPayload): Identity {
  const isName = (value: unknown) => typeof value === 'string' && NAME.test(value);
  if (!isName(sub) || (organization_id !== undefined && !isName(organization_id)))
    throw unknownPayloadError();
  if (permissions !== undefined && !isStringArray(permissions)) throw unknownPayloadError();
  return {
    user: {
      id: String(sub),
      ...(organization_id !== undefined && { organizationId: String(organization_id) }),
    },
    // If the token has no permissions claim, the user may work with their own records.
    permissions: new Set(permissions ?? OWN_PERMISSIONS),
  };
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

/** The messages are those of the specification: clients match them. */
function toAuthError(error: unknown): KerbsideError {
  if (error instanceof KerbsideError) return error;
  if (error instanceof errors.JWTExpired) return unauthorizedError('Token is expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return unauthorizedError('Token audience invalid, please check audience');
    if (error.claim === 'iss') return unauthorizedError('Token issuer invalid, please check issuer');
    return unknownPayloadError();
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
    return new KerbsideError('remote_unavailable', 'The keys of the identity provider cannot be fetched.', {
      cause: error,
      retryable: true,
    });
  }
  return unauthorizedError('Token decode failed');
}

function unknownPayloadError(): KerbsideError {
  return unauthorizedError('Token payload schema unknown');
}

export function unauthorizedError(message: string): KerbsideError {
  return new KerbsideError('unauthorized', message);
}

/** Returns the token of an Authorization header. */
export function parseBearerToken(header: string | undefined): string {
  if (!header) throw unauthorizedError('Authorization header is required');
  const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1];
  if (token) return token;
  throw unauthorizedError('Wrong authorization header format, should be in the format : Bearer TOKEN');
}
