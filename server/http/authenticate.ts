import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isKerbsideError, KerbsideError } from '../../src/errors.ts';
import type { Identity } from '../auth/permissions.ts';
import { LINK_HOLDER } from '../auth/permissions.ts';
import { parseBearerToken, unauthorizedError } from '../auth/verify-token.ts';
import type { Service } from '../service.ts';
import type { Endpoint } from './endpoint.ts';
import { BASE_PATH } from './routes.ts';
import type { TokenBuckets } from './token-bucket.ts';

/** Who calls: by token; or by a signed link, where the endpoint opens to one. Whoever calls too often is refused. */
export async function authenticateCaller(
  context: Context,
  service: Service,
  { allowsSignedLink: opensByLink }: Endpoint,
  buckets: TokenBuckets,
): Promise<Identity> {
  const { searchParams } = new URL(context.req.url);
  if (opensByLink && searchParams.has('signature') && !context.req.header('Authorization')) {
    const isSigned = service.links.verify(context.req.path.slice(BASE_PATH.length), searchParams);
    // Apart from those who guess: behind a proxy all have one address.
    enforceRateLimit(buckets, `${isSigned ? 'links' : 'guesses'} from ${addressOf(context)}`);
    if (isSigned) return LINK_HOLDER;
    throw unauthorizedError('Invalid authentication token in request.');
  }
  const identity = await authenticated(context, service, buckets);
  enforceRateLimit(buckets, `user ${identity.user.id}`);
  return identity;
}

/** Who can not say who they are is counted by address: guessing tokens is slow work. */
async function authenticated(context: Context, service: Service, buckets: TokenBuckets): Promise<Identity> {
  try {
    return await service.verifyToken(parseBearerToken(context.req.header('Authorization')));
  } catch (error) {
    if (isKerbsideError(error, 'unauthorized'))
      enforceRateLimit(buckets, `guesses from ${addressOf(context)}`);
    throw error;
  }
}

function enforceRateLimit(buckets: TokenBuckets, key: string): void {
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
