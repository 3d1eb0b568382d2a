import type { Context, MiddlewareHandler } from 'hono';
import type { JsonObject } from '../../src/domain/fields.ts';

/** Headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

interface CommonVariables {
  commonHeaders: HeaderValues;
}
type CommonContext = Context<{ Variables: CommonVariables }>;

/** Responses of `respondWithJson`: they have the common headers. */
const complete = new WeakSet<Response>();

/** Adds headers to every response. */
export function addCommonHeaders(listHeaders: (context: Context) => HeaderValues): MiddlewareHandler {
  return async (context: CommonContext, next) => {
    const headers = listHeaders(context);
    context.set('commonHeaders', headers);
    await next();
    const { res } = context;
    if (complete.has(res)) return;
    for (const [name, value] of Object.entries(headers)) res.headers.set(name, value);
  };
}

/** Returns a response with the common headers. Passing them as a plain object costs much less than setting them. */
export function respondWithJson(context: Context, body: JsonObject): Response {
  const headers = (context as CommonContext).get('commonHeaders');
  const response = new Response(JSON.stringify(body), {
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  complete.add(response);
  return response;
}

/** Headers that Hono's `secureHeaders` sets, too. */
const SECURITY: HeaderValues = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Of the API. Pages of other origins show photos and reports. */
export const API_HEADERS: HeaderValues = {
  ...SECURITY,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Of the fleet page: scripts, styles and requests of this service only. Photos are blobs: their requests carry the token. */
export const PAGE_HEADERS: HeaderValues = {
  ...SECURITY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/**
 * Returns the function that lists the headers with which a page of an allowed origin may read a response.
 *
 * @param origins - `*` allows all.
 */
export function createCorsHeaders(
  origins: readonly string[],
  exposed: readonly string[],
): (context: Context) => HeaderValues {
  const expose = { 'Access-Control-Expose-Headers': exposed.join(',') };
  if (origins.includes('*')) {
    const all = { 'Access-Control-Allow-Origin': '*', ...expose };
    return () => all;
  }
  return ({ req }) => {
    const origin = req.header('Origin') ?? '';
    return {
      Vary: 'Origin',
      ...(origins.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
      ...expose,
    };
  };
}
