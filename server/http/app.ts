import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { Service } from '../service.ts';
import { BASE_PATH } from './base-path.ts';
import { callerOf } from './caller.ts';
import { checkHealth } from './check-health.ts';
import { errorReply } from './error-reply.ts';
import { ROUTED } from './routes.ts';
import { runEndpoint } from './run-endpoint.ts';
import { createTokenBuckets } from './token-bucket.ts';

export interface AppOptions {
  /** Origins of browser apps; `*` for any. Tokens travel in a header, so no cookie is at stake. */
  origins: readonly string[];
  /** How long `/health` waits for the database. */
  healthMs: number;
}

/** The HTTP side: who calls, how often, what they want. */
export function createApp(service: Service, { origins, healthMs }: AppOptions): Hono {
  const { database, limits, platform, log } = service;
  const buckets = createTokenBuckets({
    perSecond: limits.requestsPerSecond,
    burst: limits.burst,
    now: platform.now,
  });
  const app = new Hono();
  app.use(
    // Photos and reports are for other origins' pages; nothing here is a page itself.
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
      crossOriginResourcePolicy: 'cross-origin',
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
  app.get('/health', async (context) => {
    await checkHealth(database, healthMs);
    return context.json({ status: 'ok' });
  });
  for (const routed of ROUTED) {
    const { method, path } = routed.route;
    app.on(method, BASE_PATH + path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      const identity = await callerOf(context, service, routed.endpoint, buckets);
      const answer = await runEndpoint(service, routed, identity, context);
      return answer instanceof Response ? answer : context.json(answer);
    });
  }
  app.notFound((context) =>
    context.json({ message: `There is no ${context.req.method} ${context.req.path}.` }, 404),
  );
  app.onError((error, context) => errorReply(context, error, log));
  return app;
}
