import { type ErrorCode, KerbsideError } from '../errors.ts';
import { fromWireError, PDF_NOT_REQUESTED, type WireError } from '../wire/error.ts';
import { fromWireRetryAfter } from '../wire/retry-after.ts';
import { parseJsonBody } from './response-body.ts';
import type { HttpResponse } from './transport.ts';

interface FailedResponse {
  /** Method and path, without the query. */
  request: string;
  response: HttpResponse;
  /** The time of this device. Used only if the response does not contain its own. */
  now: number;
  /** Removes the token from a text or from JSON. */
  redact<T>(value: T): T;
}

/** Converts a response with a status outside 200 to 299 to an error. */
export function toResponseError({ request, response, now, redact }: FailedResponse): KerbsideError {
  const { status } = response;
  const wireError = fromWireError(parseJsonBody(response));
  const code = toErrorCode(status, wireError);
  const retryAfterMs = fromWireRetryAfter(response.header('retry-after'), readSendingTime(response) ?? now);
  // The details of our own service win: `status` of a rejected task update is the task's, as on the device.
  const details = {
    status,
    request,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...readRequestId(response, wireError),
    ...(wireError?.details && redact(wireError.details)),
  };
  const message = wireError
    ? redact(wireError.message)
    : `${request} failed with status ${status} and no message${getHint(code)}.`;
  return new KerbsideError(code, message, { details, retryable: isRetryable(code) });
}

/** Returns the id of the request in the service's log. A browser reads the header only if CORS exposes it. */
function readRequestId(response: HttpResponse, wireError: WireError | undefined): { requestId?: string } {
  const requestId = response.header('x-request-id') ?? wireError?.requestId;
  return requestId && REQUEST_ID.test(requestId) ? { requestId } : {};
}

/** An id, not a text: it is stored, shown and part of bug reports. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** A `Retry-After` with a date refers to the clock of the service: that of this device may be wrong. */
function readSendingTime(response: HttpResponse): number | undefined {
  const sentAt = Date.parse(response.header('date') ?? '');
  return Number.isNaN(sentAt) ? undefined : sentAt;
}

/**
 * For 401, 429 and 5xx the status decides, because proxies send those for the service. Any other error must be in the
 * service's format: the HTML page of a firewall does not reject a call.
 */
function toErrorCode(status: number, wireError: WireError | undefined): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status >= 500 || status === 408 || status === 425) return 'remote_unavailable';
  if (status === 413) return wireError?.code ?? 'remote_refused';
  if (!wireError || status < 400) return 'remote_invalid';
  if (wireError.code) return wireError.code;
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : 'remote_refused';
}

function isRetryable(code: ErrorCode): boolean {
  return ['rate_limited', 'remote_unavailable', 'remote_invalid', 'conflict', 'photo_unavailable'].includes(
    code,
  );
}

function getHint(code: ErrorCode): string {
  return code === 'remote_invalid'
    ? '. It does not come from the service. Check baseUrl and the network'
    : '';
}

/**
 * Converts the 422 of a report that is not ready. `details.requested` and `retryable` are false if the report was never
 * requested.
 */
export function toReportError(error: unknown): unknown {
  if (!(error instanceof KerbsideError) || error.details.status !== 422) return error;
  const requested = !error.message.includes(PDF_NOT_REQUESTED);
  return new KerbsideError('report_not_ready', error.message, {
    details: { ...error.details, requested },
    cause: error,
    retryable: requested,
  });
}

/**
 * Returns whether the service may have applied a call that failed. If true, a create must be reconciled before it is sent
 * again: the object may exist. If false, nothing was changed.
 *
 * @param error - What a call of the client or of `calls` threw.
 * @returns True for `timeout`, `aborted`, `remote_unavailable` and `remote_invalid`, unless nothing was sent, and for
 * errors of other classes.
 */
export function mayHaveApplied(error: unknown): boolean {
  if (!(error instanceof KerbsideError)) return true;
  if (error.details.sent === false) return false; // there was no token, or only a reconciling read failed
  return ['timeout', 'aborted', 'remote_unavailable', 'remote_invalid'].includes(error.code);
}
