import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../../src/operations/logger.ts';
import { chooseRequestId, REQUEST_ID_HEADER } from './request-id.ts';

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
  monotonic(): number;
}

/** The `Variables` of the app. */
export interface RequestVariables {
  requestId: string;
}

/** Returns the id of the request, for logs and error bodies. */
export function getRequestId(context: Context): string {
  return (context as Context<{ Variables: RequestVariables }>).get('requestId');
}

/** Gives each request an id, which is sent back in a header, and logs each request with it. */
export function observeRequests({ logger, monotonic }: RequestObserverDeps): MiddlewareHandler {
  return async (context, next) => {
    const requestId = chooseRequestId((name) => context.req.header(name));
    context.set('requestId', requestId);
    const startedAt = monotonic();
    await next();
    context.header(REQUEST_ID_HEADER, requestId);
    const request = describeRequest(context, monotonic() - startedAt);
    logger.info('Request handled', { requestId, ...request });
  };
}

function describeRequest(context: Context, durationMs: number): HandledRequest {
  const { method } = context.req;
  return { method, route: getRoute(context), status: context.res.status, durationMs: Math.round(durationMs) };
}

/** Returns the pattern of the route that handled the request; `unknown` if none did. Call it after the handlers. */
export function getRoute(context: Context): string {
  const route = routePath(context);
  return route === '/*' ? 'unknown' : route;
}
