import type { JsonObject } from '../domain/fields.ts';
import type { ErrorCode, KerbsideError } from '../errors.ts';
import { isObject } from './case.ts';

/**
 * What a service refuses with, and the status each travels under. The wire knows only `{message}`; our own
 * service adds `code` and `details`, so that a refusal far away reads like one on the device.
 */
export const REFUSALS = {
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
export type RefusalCode = keyof typeof REFUSALS;

export interface WireError {
  message: string;
  code?: RefusalCode;
  details?: JsonObject;
}

const isRefusal = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(REFUSALS, code);

/** Status and body for an error; one that is no refusal is the service's own trouble and says no more. */
export function toWireError(error: KerbsideError): { status: number; body: WireError } {
  const { code, message, details } = error;
  if (!isRefusal(code)) return { status: 500, body: { message: 'The service failed.' } };
  return { status: REFUSALS[code], body: { message, code, details } };
}

/** Undefined where the body is not the service's: then some other machine on the way has answered. */
export function fromWireError(json: unknown): WireError | undefined {
  if (!isObject(json) || typeof json.message !== 'string') return undefined;
  const { message, code, details } = json;
  return { message, ...(isRefusal(code) && { code }), ...(isObject(details) && { details }) };
}

/** `Retry-After` is a number of seconds or a date. */
export function fromWireRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  const makesSense = milliseconds <= LONGEST_ASKED_MS; // NaN does not
  return makesSense ? Math.max(0, milliseconds) : undefined;
}

/** A service may ask for more patience than we have by ourselves; beyond this, its clock or ours is wrong. */
export const LONGEST_ASKED_MS = 24 * 60 * 60 * 1_000;

export function toWireRetryAfter(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1000)));
}
