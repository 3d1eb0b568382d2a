import type { MiddlewareHandler } from 'hono';
import { toWireRetryAfter } from '../../src/wire/retry-after.ts';
import { getRequestId } from '../telemetry/observe-requests.ts';

const RETRY_AFTER_MS = 5_000;

/**
 * Responds 503 while `max` other requests are handled. Each holds memory, and more at a time are not handled faster: they only
 * wait for each other, until their clients do not.
 */
export function limitRequests(max: number): MiddlewareHandler {
  let handled = 0;
  return async (context, next) => {
    if (handled >= max) {
      const message = 'The service handles as many requests as it can. Try again.';
      return context.json({ message, request_id: getRequestId(context) }, 503, {
        'Retry-After': toWireRetryAfter(RETRY_AFTER_MS),
      });
    }
    handled += 1;
    try {
      await next();
    } finally {
      handled -= 1;
    }
  };
}
