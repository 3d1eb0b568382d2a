/** All error codes. `docs/errors.md` explains the cause of each and what to do. */
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
  'code_unavailable',
  'model_unavailable',
  'model_invalid',
  'engine_failed',
  'worker_lost',
  'unauthorized',
  'wrong_user',
  'token_failed',
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
/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Options of the {@link KerbsideError} constructor. */
export interface KerbsideErrorOptions {
  /**
   * Data for a bug report: ids, paths, states. JSON only.
   *
   * @default {}
   */
  details?: Record<string, unknown>;
  /** The error that caused this one. */
  cause?: unknown;
  /**
   * True if the same call may succeed later with the same input.
   *
   * @default false
   */
  retryable?: boolean;
}

/**
 * The only error class that the library throws.
 *
 * @example
 * ```ts
 * try {
 *   await kerbside.tasks.whenDone(id, 'damage_detection');
 * } catch (error) {
 *   if (isKerbsideError(error, 'task_failed') && error.retryable) await startAgain();
 *   else throw error;
 * }
 * ```
 */
export class KerbsideError extends Error {
  override readonly name = 'KerbsideError';
  /** Identifies the error for code. The `message` explains it to people: what happened, and what to do. */
  readonly code: ErrorCode;
  /** Data for a bug report: ids, paths, states. For `invalid_input`, `path` and `issues`. */
  readonly details: Record<string, unknown>;
  /** True if the same call may succeed later with the same input. */
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: KerbsideErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }

  /** A program may contain this class several times: `kerbside`, `kerbside-server` and each bundle have their own. */
  static override [Symbol.hasInstance](value: unknown): value is KerbsideError {
    return (value as Partial<Error> | null | undefined)?.name === 'KerbsideError';
  }
}

/**
 * Returns true if the error is a {@link KerbsideError} and, if codes are given, has one of them.
 *
 * @param codes - Accepted codes. Without any, every code is accepted.
 * @example
 * ```ts
 * if (isKerbsideError(error, 'storage_full', 'storage_unavailable')) showStorageHelp(error.code);
 * ```
 */
export function isKerbsideError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is KerbsideError & { readonly code: Code } {
  return error instanceof KerbsideError && (codes.length === 0 || codes.some((code) => code === error.code));
}

/** An error as plain data. Structured cloning to and from a worker would lose its class and fields. */
export interface PlainError {
  code: ErrorCode;
  message: string;
  details: Record<string, unknown>;
  retryable: boolean;
  stack?: string;
}

/**
 * Converts an error for `postMessage`.
 *
 * @param fallbackCode - The code of an error that is not a {@link KerbsideError}.
 */
export function toPlainError(error: unknown, fallbackCode: ErrorCode): PlainError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const kerbsideError = error instanceof KerbsideError ? error : undefined;
  return {
    code: kerbsideError?.code ?? fallbackCode,
    message,
    details: kerbsideError?.details ?? {},
    retryable: kerbsideError?.retryable ?? false,
    ...(stack !== undefined && { stack }),
  };
}

/** Restores an error that {@link toPlainError} converted. Its `cause` holds the stack of the other side. */
export function fromPlainError({ code, message, details, retryable, stack }: PlainError): KerbsideError {
  const cause = stack === undefined ? undefined : new Error(`In the worker: ${stack}`);
  return new KerbsideError(code, message, { details, retryable, cause });
}

/** @throws `aborted` if the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

export function abortedError(signal: AbortSignal): KerbsideError {
  return new KerbsideError('aborted', 'The call was aborted by its signal.', { cause: signal.reason });
}

/** Returns the message without a final full stop, to embed in a sentence: browsers differ in whether they write one. */
export function errorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.+$/, '');
}
