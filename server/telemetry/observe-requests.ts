import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../../src/operations/support/logger.ts';
import type { Tracer } from './tracing.ts';

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

/** The header of a request's id, in requests and responses. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Ids of common proxies and tracers: UUIDs, ULIDs, hexadecimal numbers. Nothing that could break a log line. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,63}$/;
/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * Returns the id of a request: its own `X-Request-Id`, else the trace id of its `traceparent`, else a new one. Invalid
 * headers are ignored.
 */
export function chooseRequestId(
  header: (name: string) => string | undefined,
  createId: () => string = () => crypto.randomUUID(),
): string {
  const given = header(REQUEST_ID_HEADER);
  if (given !== undefined && REQUEST_ID.test(given)) return given;
  return TRACE_PARENT.exec(header('traceparent') ?? '')?.[1] ?? createId();
}
