import { SignJWT } from 'jose';
import type { User } from '../../src/rules/rule.ts';
import { ORGANIZATION_PERMISSIONS } from './permissions.ts';

export interface TokenOptions {
  permissions?: readonly string[];
  /** Seconds from now. */
  expiresIn?: number;
}

const WORKING_DAY = 8 * 60 * 60;

/** A development token: what an identity provider would give out, signed with the service's own secret. */
export function signToken(
  secret: string,
  { id, organizationId }: User,
  { permissions = ORGANIZATION_PERMISSIONS, expiresIn = WORKING_DAY }: TokenOptions = {},
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
