import type { Context, MiddlewareHandler } from 'hono';

/**
 * Adds headers to every response. They are set before the handler runs, because Hono copies a response with its body to add
 * them afterwards.
 */
export function addHeaders(listHeaders: (context: Context) => Record<string, string>): MiddlewareHandler {
  return async (context, next) => {
    const headers = Object.entries(listHeaders(context));
    for (const [name, value] of headers) context.header(name, value);
    await next();
    // Only a handler that makes its own response lacks them.
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
}

/**
 * Returns the function that lists the headers with which a page of an allowed origin may read a response.
 *
 * @param origins - `*` allows all.
 */
export function createCorsHeaders(
  origins: readonly string[],
  exposed: readonly string[],
): (context: Context) => Record<string, string> {
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
