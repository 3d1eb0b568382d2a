import type { JsonObject } from '../domain/fields.ts';
import type { ErrorCode, KerbsideError } from '../errors.ts';
import { isObject } from './key-case.ts';

/**
 * The HTTP status of each error that the service sends. The wire format has only `message`. Our own service adds `code`
 * and `details`, so that a remote error equals the one on the device.
 */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  task_unknown: 404,
  conflict: 409,
  task_started: 409,
  task_transition: 409,
  photo_too_large: 413,
  photo_invalid: 422,
  photo_unavailable: 422,
  report_not_ready: 422,
  rate_limited: 429,
} as const satisfies Partial<Record<ErrorCode, number>>;
type WireErrorCode = keyof typeof ERROR_STATUS;

export interface WireError {
  message: string;
  code?: WireErrorCode;
  details?: JsonObject;
  /** The id of the request in the log of the service. */
  requestId?: string;
}

const isWireErrorCode = (code: unknown): code is WireErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** Returns status and body of an error. Internal errors of the service become a 500 without details. */
export function toWireError(error: KerbsideError): { status: number; body: WireError } {
  const { code, message, details } = error;
  if (!isWireErrorCode(code)) return { status: 500, body: { message: 'The service failed.' } };
  return { status: ERROR_STATUS[code], body: { message, code, details } };
}

/** Returns undefined if the body is not the service's: a proxy or a captive portal responded. */
export function fromWireError(json: unknown): WireError | undefined {
  if (!isObject(json) || typeof json.message !== 'string') return undefined;
  const { message, code, details, request_id: requestId } = json;
  return {
    message,
    ...(isWireErrorCode(code) && { code }),
    ...(isObject(details) && { details }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** The service's message if the report was never requested. Waiting for it does not help. */
export const PDF_NOT_REQUESTED = 'PDF has not been required to be generated';
