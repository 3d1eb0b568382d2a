import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isKerbsideError, KerbsideError } from '../../src/errors.ts';
import type { Identity } from '../auth/identity.ts';
import { LINK_HOLDER } from '../auth/permissions.ts';
import { bearerToken, unauthorized } from '../auth/verify-token.ts';
import type { Service } from '../service.ts';
import { BASE_PATH } from './base-path.ts';
import type { Endpoint } from './endpoint.ts';
import type { TokenBuckets } from './token-bucket.ts';

/** Who calls: by token; or by a signed link, where the endpoint opens to one. Whoever calls too often is refused. */
export async function callerOf(
  context: Context,
  service: Service,
  { opensByLink }: Endpoint,
  buckets: TokenBuckets,
): Promise<Identity> {
  const { searchParams } = new URL(context.req.url);
  if (opensByLink && searchParams.has('signature') && !context.req.header('Authorization')) {
    const isSigned = service.links.isSigned(context.req.path.slice(BASE_PATH.length), searchParams);
    // Apart from those who guess: behind a proxy all have one address.
    refuseHaste(buckets, `${isSigned ? 'links' : 'guesses'} from ${addressOf(context)}`);
    if (isSigned) return LINK_HOLDER;
    throw unauthorized('Invalid authentication token in request.');
  }
  const identity = await authenticated(context, service, buckets);
  refuseHaste(buckets, `user ${identity.user.id}`);
  return identity;
}

/** Who can not say who they are is counted by address: guessing tokens is slow work. */
async function authenticated(context: Context, service: Service, buckets: TokenBuckets): Promise<Identity> {
  try {
    return await service.verifyToken(bearerToken(context.req.header('Authorization')));
  } catch (error) {
    if (isKerbsideError(error, 'unauthorized')) refuseHaste(buckets, `guesses from ${addressOf(context)}`);
    throw error;
  }
}

function refuseHaste(buckets: TokenBuckets, key: string): void {
  const retryAfterMs = buckets.take(key);
  if (retryAfterMs === 0) return;
  throw new KerbsideError('rate_limited', 'Too many requests; wait before the next one.', {
    details: { retryAfterMs },
    retryable: true,
  });
}

function addressOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown'; // the connection is gone already
  }
}
