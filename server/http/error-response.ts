import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, KerbsideError } from '../../src/errors.ts';
import type { Logger } from '../../src/operations/support/logger.ts';
import { toWireError } from '../../src/wire/error.ts';
import { toWireRetryAfter } from '../../src/wire/retry-after.ts';
import { describeErrorWithStack } from '../telemetry/log.ts';
import { getRequestId, getRoute } from '../telemetry/observe-requests.ts';

/** Temporary errors of the service: the same request may succeed later. */
const TEMPORARY_ERRORS: readonly ErrorCode[] = [
  'storage_unavailable',
  'storage_full',
  'remote_unavailable',
  'timeout',
  'aborted',
  'closed',
];
const DEFAULT_RETRY_AFTER_MS = 5_000;

/**
 * Creates the response for an error. Errors of the service itself are logged; the client gets a general message and the id
 * of the request, which finds them in the log.
 */
export function toErrorResponse(context: Context, error: unknown, logger: Logger): Response {
  const { status, body } = toStatusAndBody(error);
  const requestId = getRequestId(context);
  if (status >= 500) {
    const { method } = context.req;
    const reason = describeErrorWithStack(error);
    logger.error('Request failed', { requestId, method, route: getRoute(context), status, reason });
  }
  if (status === 429 || status === 503)
    context.header('Retry-After', toWireRetryAfter(getRetryAfterMs(error)));
  if (status === 401) context.header('WWW-Authenticate', 'Bearer');
  return context.json({ ...body, request_id: requestId }, status as ContentfulStatusCode);
}

function toStatusAndBody(error: unknown) {
  if (!(error instanceof KerbsideError))
    return { status: 500, body: { message: 'Internal error of the service.' } };
  if (!TEMPORARY_ERRORS.includes(error.code)) return toWireError(error);
  return { status: 503, body: { message: 'The service is temporarily unavailable. Try again.' } };
}

function getRetryAfterMs(error: unknown): number {
  const wait = error instanceof KerbsideError ? error.details.retryAfterMs : undefined;
  return typeof wait === 'number' ? wait : DEFAULT_RETRY_AFTER_MS;
}
