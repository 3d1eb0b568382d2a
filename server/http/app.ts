import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { isKerbsideError, KerbsideError } from '../../src/errors.ts';
import type { Identity } from '../auth/identity.ts';
import { bearerToken } from '../auth/verify-token.ts';
import type { Service } from '../service.ts';
import { errorReply } from './error-reply.ts';
import { ROUTED } from './routes.ts';
import { runEndpoint } from './run-endpoint.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';

export interface AppOptions {
  /** Origins of browser apps; `*` for any. Tokens travel in a header, so no cookie is at stake. */
  origins: readonly string[];
}

/** The version is in the path. */
export const BASE_PATH = '/v1';

/** The HTTP side: who calls, how often, what they want. */
export function createApp(service: Service, { origins }: AppOptions): Hono {
  const { limits, platform, log } = service;
  const buckets = createTokenBuckets({
    perSecond: limits.requestsPerSecond,
    burst: limits.burst,
    now: platform.now,
  });
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    }),
  );
  app.use(
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  );
  app.get('/health', (context) => health(context, service));
  for (const routed of ROUTED) {
    app.on(
      routed.route.method,
      BASE_PATH + routed.route.path.replace(/\{(\w+)\}/g, ':$1'),
      async (context) => {
        const identity = await authenticated(context, service, buckets);
        refuseHaste(buckets, `user ${identity.user.id}`);
        const answer = await runEndpoint(service, routed, identity, context);
        return answer instanceof Response ? answer : context.json(answer);
      },
    );
  }
  app.notFound((context) =>
    context.json({ message: `There is no ${context.req.method} ${context.req.path}.` }, 404),
  );
  app.onError((error, context) => errorReply(context, error, log));
  return app;
}

/** Who can not say who they are is counted by address: guessing tokens is slow work. */
async function authenticated(context: Context, service: Service, buckets: TokenBuckets): Promise<Identity> {
  try {
    return await service.verifyToken(bearerToken(context.req.header('Authorization')));
  } catch (error) {
    if (isKerbsideError(error, 'unauthorized')) refuseHaste(buckets, `address ${addressOf(context)}`);
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
    return 'unknown';
  }
}

async function health(context: Context, { database }: Service): Promise<Response> {
  await database.query('select 1');
  return context.json({ status: 'ok' });
}
