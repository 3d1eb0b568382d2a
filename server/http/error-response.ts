import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, KerbsideError } from '../../src/errors.ts';
import { toWireError, toWireRetryAfter } from '../../src/wire/error.ts';
import { describeErrorWithStack } from '../describe-error.ts';

/** Troubles of the service that pass: the same request may succeed in a moment. */
const PASSING: readonly ErrorCode[] = [
  'storage_unavailable',
  'storage_full',
  'remote_unavailable',
  'timeout',
  'aborted',
  'closed',
];
const TRY_AGAIN_MS = 5_000;

/** The answer to a request that failed. What is the service's own fault is logged, and told in general words only. */
export function toErrorResponse(context: Context, error: unknown, log: (line: string) => void): Response {
  const { status, body } = wireError(error);
  if (status >= 500) log(`${context.req.method} ${context.req.path}: ${describeErrorWithStack(error)}`);
  if (status === 429 || status === 503) context.header('Retry-After', toWireRetryAfter(waitOf(error)));
  if (status === 401) context.header('WWW-Authenticate', 'Bearer');
  return context.json(body, status as ContentfulStatusCode);
}

function wireError(error: unknown) {
  if (!(error instanceof KerbsideError)) return { status: 500, body: { message: 'The service failed.' } };
  if (!PASSING.includes(error.code)) return toWireError(error);
  return { status: 503, body: { message: 'The service can not do this now; try again.' } };
}

function waitOf(error: unknown): number {
  const wait = error instanceof KerbsideError ? error.details.retryAfterMs : undefined;
  return typeof wait === 'number' ? wait : TRY_AGAIN_MS;
}
