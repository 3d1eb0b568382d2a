import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../../src/operations/support/logger.ts';
import { chooseRequestId } from './request-id.ts';
import type { Tracer } from './tracer.ts';

/** A request that was handled. */
export interface HandledRequest {
  method: string;
  /** The pattern of the path, for example `/v1/inspections/:inspection_id`. A path itself could contain anything. */
  route: string;
  status: number;
  durationMs: number;
}

export interface RequestObserverDeps {
  logger: Logger;
  tracer: Tracer;
  platform: { monotonic(): number };
  metrics: { requestHandled(request: HandledRequest): void };
}

/** The `Variables` of the app. */
export interface RequestVariables {
  requestId: string;
}

/** Returns the id of the request, for logs and error bodies. */
export function getRequestId(context: Context): string {
  return (context as Context<{ Variables: RequestVariables }>).get('requestId');
}

/** Gives each request an id, and logs, counts and traces each request. */
export function observeRequests(deps: RequestObserverDeps): MiddlewareHandler {
  const { logger, tracer, metrics, platform } = deps;
  return (context, next) => {
    const header = (name: string) => context.req.header(name);
    const requestId = chooseRequestId(header);
    context.set('requestId', requestId);
    const { method } = context.req;
    return tracer.run({ name: method, kind: 'server', parent: header }, async (span) => {
      const startedAt = platform.monotonic();
      await next();
      const request = describeRequest(context, platform.monotonic() - startedAt);
      logger.info('Request handled', { requestId, ...request });
      metrics.requestHandled(request);
      span.setName(`${method} ${request.route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': request.route,
        'http.response.status_code': request.status,
        'kerbside.request_id': requestId,
      });
    });
  };
}

function describeRequest(context: Context, durationMs: number): HandledRequest {
  const { method } = context.req;
  return {
    method,
    route: getRoute(context),
    status: context.res.status,
    durationMs: Math.round(durationMs * 10) / 10,
  };
}

/** Returns the pattern of the route that handled the request; `unknown` if none did. Call it after the handlers. */
export function getRoute(context: Context): string {
  const route = routePath(context);
  return route === '/*' ? 'unknown' : route;
}
