import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { JsonObject } from '../../src/domain/fields.ts';
import { UPLOADS_HEADER } from '../../src/wire/form-parts.ts';
import type { Service } from '../service.ts';
import { getRequestId, observeRequests, REQUEST_ID_HEADER } from '../telemetry/observe-requests.ts';
import { authenticateCaller } from './authenticate.ts';
import {
  API_HEADERS,
  addCommonHeaders,
  createCorsHeaders,
  type HeaderValues,
  PAGE_HEADERS,
  respondWithJson,
} from './common-headers.ts';
import { toErrorResponse } from './error-response.ts';
import { type FleetFiles, isFleetPath, serveFleetPage } from './fleet-page.ts';
import type { Health } from './health.ts';
import { limitRequests } from './limit-requests.ts';
import { createOpenApi, OPENAPI_PATH } from './openapi.ts';
import { BASE_PATH, ENDPOINT_ROUTES } from './routes.ts';
import { runEndpoint } from './run-endpoint.ts';

export interface AppOptions {
  /** Allowed origins of browser apps; `*` allows all. Tokens are sent in a header, so there is no cookie to protect. */
  origins: readonly string[];
  health: Health;
  /** The built fleet page. */
  fleet?: FleetFiles | undefined;
}

/** Creates the HTTP app: security headers, CORS, health, `/fleet`, and all routes with authentication and rate limit. */
export function createApp(service: Service, { origins, health, fleet }: AppOptions): Hono {
  const { logger } = service;
  const app = new Hono();
  app.use(observeRequests(service));
  const preflight = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    // None: a preflight gets the headers that it asks for. The vendor's clients send headers of their own, and every
    // request needs a token, so no header makes a difference.
    allowHeaders: [],
    maxAge: 600,
  });
  const listCorsHeaders = createCorsHeaders(origins, ['Retry-After', REQUEST_ID_HEADER, UPLOADS_HEADER]);
  const listHeaders = (context: Context): HeaderValues => ({
    ...(isFleetPath(context.req.path) ? PAGE_HEADERS : API_HEADERS),
    ...(context.req.method !== 'OPTIONS' && listCorsHeaders(context)),
    ...(service.blobs.direct && { [UPLOADS_HEADER]: 'direct' }),
    [REQUEST_ID_HEADER]: getRequestId(context),
  });
  app.use(addCommonHeaders(listHeaders));
  app.options('*', preflight);
  health.addTo(app);
  app.use(limitRequests(service.limits.concurrentRequests));
  let openApi: JsonObject | undefined; // made at the first request: few services are asked for it
  app.get(OPENAPI_PATH, (context) => {
    openApi ??= createOpenApi(service.publicUrl());
    return context.json(openApi);
  });
  if (fleet) serveFleetPage(app, fleet);
  for (const endpointRoute of ENDPOINT_ROUTES) {
    const { method, path } = endpointRoute.route;
    app.on(method, toAppPath(path), async (context) => {
      const identity = await authenticateCaller(context, service, endpointRoute.endpoint);
      const result = await runEndpoint(service, endpointRoute, identity, context);
      if (!(result instanceof Response)) return respondWithJson(context, result);
      // Nobody reads it: the router handles HEAD as GET and drops the body. A stream of the bucket would stay open.
      if (context.req.method === 'HEAD') await result.body?.cancel();
      return result;
    });
  }
  for (const [path, methods] of listMethods()) {
    app.all(path, (context) => {
      const message = `${context.req.method} is not a method of ${context.req.path}.`;
      return context.json({ message }, 405, { Allow: methods.join(', ') });
    });
  }
  app.notFound((context) =>
    context.json({ message: `${context.req.method} ${context.req.path} does not exist.` }, 404),
  );
  app.onError((error, context) => toErrorResponse(context, error, logger));
  return app;
}

/** Returns the path of a route in the form of the router. */
function toAppPath(path: string): string {
  return BASE_PATH + path.replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the methods of each path, in alphabetical order. */
function listMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { route } of ENDPOINT_ROUTES) {
    const path = toAppPath(route.path);
    methods.set(path, [...(methods.get(path) ?? []), route.method].sort());
  }
  return methods;
}
