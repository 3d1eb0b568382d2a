import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isKerbsideError, KerbsideError } from '../../src/errors.ts';
import { type Identity, LINK_HOLDER } from '../auth/permissions.ts';
import { parseBearerToken, unauthorizedError } from '../auth/verify-token.ts';
import type { TokenBuckets } from '../rates/token-bucket.ts';
import type { Service } from '../service.ts';
import type { Endpoint } from './endpoint.ts';
import { BASE_PATH } from './routes.ts';

/**
 * Returns the caller of a request, by token or, if the endpoint allows it, by signed link.
 *
 * @throws `unauthorized` if the token or link is invalid, `rate_limited` if the caller sends too many requests.
 */
export async function authenticateCaller(
  context: Context,
  service: Service,
  { allowsSignedLink }: Endpoint,
): Promise<Identity> {
  const { rateLimits } = service;
  const link =
    allowsSignedLink && !context.req.header('Authorization') ? readQuery(context.req.url) : undefined;
  if (link?.has('signature')) {
    const isValid = service.links.verify(context.req.path.slice(BASE_PATH.length), link);
    // Valid links are counted separately from invalid ones: behind a proxy all callers have one address.
    await enforceRateLimit(rateLimits, `${isValid ? 'links' : 'failures'} from ${getAddress(context)}`);
    if (isValid) return LINK_HOLDER;
    throw unauthorizedError('Invalid authentication token in request.');
  }
  const identity = await verifyCaller(context, service);
  await enforceRateLimit(rateLimits, `user ${identity.user.id}`);
  return identity;
}

/** Limits invalid tokens by address, which makes guessing tokens slow. */
async function verifyCaller(context: Context, service: Service): Promise<Identity> {
  try {
    return await service.verifyToken(parseBearerToken(context.req.header('Authorization')));
  } catch (error) {
    if (isKerbsideError(error, 'unauthorized'))
      await enforceRateLimit(service.rateLimits, `failures from ${getAddress(context)}`);
    throw error;
  }
}

async function enforceRateLimit(buckets: TokenBuckets, key: string): Promise<void> {
  const retryAfterMs = await buckets.take(key);
  if (retryAfterMs === 0) return;
  throw new KerbsideError('rate_limited', 'Too many requests. Wait before the next one.', {
    details: { retryAfterMs },
    retryable: true,
  });
}

function getAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown'; // the connection is already closed
  }
}

/** Returns the query of a URL. Most requests have none, and parsing a URL takes longer than routing it. */
export function readQuery(url: string): URLSearchParams {
  return url.includes('?') ? new URL(url).searchParams : new URLSearchParams();
}
