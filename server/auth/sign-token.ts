import { SignJWT } from 'jose';
import type { User } from '../../src/rules/rule.ts';
import { ORGANIZATION_PERMISSIONS } from './permissions.ts';

/** Options of {@link signToken}. */
export interface TokenOptions {
  /**
   * Permissions of the token.
   *
   * @default ORGANIZATION_PERMISSIONS
   */
  permissions?: readonly string[];
  /**
   * Lifetime in seconds.
   *
   * @default 28800, 8 hours
   */
  expiresIn?: number;
}

const EIGHT_HOURS_S = 8 * 60 * 60;

/**
 * Signs a development token with the service's secret. In production an identity provider issues the tokens.
 *
 * @param secret - `KERBSIDE_SECRET`, or the content of the file `secret` in the data folder.
 * @param user - The user, with `organizationId` if the user belongs to an organization.
 * @param now - The current time in milliseconds since 1970.
 * @returns A JWT (HS256) with the claims `sub`, `org_id`, `permissions`, `iat` and `exp`.
 */
export function signToken(
  secret: string,
  { id, organizationId }: User,
  { permissions = ORGANIZATION_PERMISSIONS, expiresIn = EIGHT_HOURS_S }: TokenOptions = {},
  now = Date.now(),
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ permissions, ...(organizationId !== undefined && { org_id: organizationId }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .sign(new TextEncoder().encode(secret));
}
