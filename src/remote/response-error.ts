import { type ErrorCode, KerbsideError } from '../errors.ts';
import { fromWireError, fromWireRetryAfter, type WireError } from '../wire/error.ts';
import { jsonOf } from './json.ts';
import type { HttpResponse } from './transport.ts';

export interface Answered {
  /** Method and path, without the query. */
  request: string;
  response: HttpResponse;
  now: number;
  /** Takes out of a text, or of JSON, what must not be shown. */
  clean<T>(said: T): T;
}

/** The error that an answer outside 200 to 299 stands for. */
export function answerError({ request, response, now, clean }: Answered): KerbsideError {
  const { status } = response;
  const said = fromWireError(jsonOf(response));
  const code = codeFor(status, said);
  const retryAfterMs = fromWireRetryAfter(response.header('retry-after'), now);
  // What our own service adds wins: `status` of a refused task update is the task's, as on the device.
  const details = {
    status,
    request,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(said?.details && clean(said.details)),
  };
  const message = said
    ? clean(said.message)
    : `${request} was answered with status ${status} and no message${hintFor(code)}.`;
  return new KerbsideError(code, message, { details, retryable: isRetryable(code) });
}

/**
 * The status decides where machines on the way answer in the service's name (401, 429, 5xx). A refusal of any
 * other kind must be in the service's form: a firewall's page is no reason to give up on a call.
 */
function codeFor(status: number, said: WireError | undefined): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status >= 500 || status === 408 || status === 425) return 'remote_unavailable';
  if (status === 413) return said?.code ?? 'remote_refused';
  if (!said || status < 400) return 'remote_invalid';
  if (said.code) return said.code;
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : 'remote_refused';
}

function isRetryable(code: ErrorCode): boolean {
  return ['rate_limited', 'remote_unavailable', 'remote_invalid', 'conflict', 'photo_unavailable'].includes(
    code,
  );
}

function hintFor(code: ErrorCode): string {
  return code === 'remote_invalid'
    ? ': something other than the service answered; check baseUrl and the network'
    : '';
}

/**
 * Whether the service may have carried a call out although it failed. Then a create must not be sent again
 * before somebody has looked; after any other failure nothing was changed.
 */
export function mayHaveApplied(error: unknown): boolean {
  if (!(error instanceof KerbsideError)) return true;
  if (error.details.sent === false) return false; // for want of a token, or it was only looked for
  return ['timeout', 'aborted', 'remote_unavailable', 'remote_invalid'].includes(error.code);
}
