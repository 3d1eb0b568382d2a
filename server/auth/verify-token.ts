import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { KerbsideError } from '../../src/errors.ts';
import type { Identity } from './permissions.ts';
import { OWN_PERMISSIONS } from './permissions.ts';

/** A shared secret for development, or the public keys of an identity provider. */
export type TokenKeys = { secret: string } | { jwksUrl: string; issuer: string; audience: string };

export type VerifyToken = (token: string) => Promise<Identity>;

/** Never those of the other kind: a public key must not pass for a shared secret. */
const SHARED = ['HS256'];
const PUBLIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export function createTokenVerifier(keys: TokenKeys, now: () => number): VerifyToken {
  const verify = payloadVerifier(keys);
  return async (token) => {
    try {
      return identityOf(
        await verify(token, { requiredClaims: ['sub', 'exp'], currentDate: new Date(now()) }),
      );
    } catch (error) {
      throw refusal(error);
    }
  };
}

type VerifyPayload = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>;

function payloadVerifier(keys: TokenKeys): VerifyPayload {
  if ('secret' in keys) {
    const key = new TextEncoder().encode(keys.secret);
    return async (token, options) =>
      (await jwtVerify(token, key, { ...options, algorithms: SHARED })).payload;
  }
  const { jwksUrl, issuer, audience } = keys;
  const keySet = createRemoteJWKSet(new URL(jwksUrl));
  return async (token, options) =>
    (await jwtVerify(token, keySet, { ...options, algorithms: PUBLIC, issuer, audience })).payload;
}

/** Long enough for any provider's subject; short enough for an index. No control characters: Postgres takes no NUL. */
const NAME = /^[^\p{Cc}]{1,256}$/u;

function identityOf({ sub, org_id, organization_id = org_id, permissions }: JWTPayload): Identity {
  const isName = (value: unknown) => typeof value === 'string' && NAME.test(value);
  if (!isName(sub) || (organization_id !== undefined && !isName(organization_id))) throw unknownPayload();
  if (permissions !== undefined && !isTexts(permissions)) throw unknownPayload();
  return {
    user: {
      id: String(sub),
      ...(organization_id !== undefined && { organizationId: String(organization_id) }),
    },
    // A provider that grants nothing by name still lets people work with what is their own.
    permissions: new Set(permissions ?? OWN_PERMISSIONS),
  };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

/** The service's own words: clients look for them. */
function refusal(error: unknown): KerbsideError {
  if (error instanceof KerbsideError) return error;
  if (error instanceof errors.JWTExpired) return unauthorizedError('Token is expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return unauthorizedError('Token audience invalid, please check audience');
    if (error.claim === 'iss') return unauthorizedError('Token issuer invalid, please check issuer');
    return unknownPayload();
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
    return new KerbsideError(
      'remote_unavailable',
      'The keys that tokens are checked with can not be fetched.',
      {
        cause: error,
        retryable: true,
      },
    );
  }
  return unauthorizedError('Token decode failed');
}

function unknownPayload(): KerbsideError {
  return unauthorizedError('Token payload schema unknown');
}

export function unauthorizedError(message: string): KerbsideError {
  return new KerbsideError('unauthorized', message);
}

/** From the header to the token. */
export function parseBearerToken(header: string | undefined): string {
  if (!header) throw unauthorizedError('Authorization header is required');
  const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1];
  if (token) return token;
  throw unauthorizedError('Wrong authorization header format, should be in the format : Bearer TOKEN');
}
