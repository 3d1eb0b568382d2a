/** Every code an error of this library can carry. docs/errors.md says what each means and what to do. */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'conflict',
  'task_unknown',
  'task_started',
  'task_transition',
  'task_failed',
  'photo_invalid',
  'photo_too_large',
  'photo_unavailable',
  'photo_damaged',
  'unsent_changes',
  'model_unavailable',
  'model_invalid',
  'engine_failed',
  'worker_lost',
  'unauthorized',
  'wrong_user',
  'forbidden',
  'rate_limited',
  'remote_refused',
  'remote_unavailable',
  'remote_invalid',
  'report_not_ready',
  'report_failed',
  'storage_full',
  'storage_unavailable',
  'storage_outdated',
  'unsupported',
  'aborted',
  'timeout',
  'closed',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface KerbsideErrorOptions {
  /** What a bug report needs: ids, paths, states. JSON only. */
  details?: Record<string, unknown>;
  cause?: unknown;
  /** True when the same call may succeed later without any change to its input. */
  retryable?: boolean;
}

/** The one error class: `code` for programs, `message` for people (what happened, and what to do). */
export class KerbsideError extends Error {
  override readonly name = 'KerbsideError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: KerbsideErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }
}

/** One of ours; with codes, one of those. */
export function isKerbsideError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is KerbsideError & { readonly code: Code } {
  return error instanceof KerbsideError && (codes.length === 0 || codes.some((code) => code === error.code));
}

/** What of an error crosses a worker's boundary, where structured cloning would lose its class and fields. */
export interface PlainError {
  code: ErrorCode;
  message: string;
  details: Record<string, unknown>;
  retryable: boolean;
  stack?: string;
}

export function toPlainError(error: unknown, otherwise: ErrorCode): PlainError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof KerbsideError ? error : undefined;
  return {
    code: known?.code ?? otherwise,
    message,
    details: known?.details ?? {},
    retryable: known?.retryable ?? false,
    ...(stack !== undefined && { stack }),
  };
}

export function fromPlainError({ code, message, details, retryable, stack }: PlainError): KerbsideError {
  const cause = stack === undefined ? undefined : new Error(`In the worker: ${stack}`);
  return new KerbsideError(code, message, { details, retryable, cause });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

export function abortedError(signal: AbortSignal): KerbsideError {
  return new KerbsideError('aborted', 'The call was aborted by its signal.', { cause: signal.reason });
}
