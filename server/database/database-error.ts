import { KerbsideError } from '../../src/errors.ts';
import { type DatabaseAddress, describeConnectionError } from './connection-error.ts';

const DISK_FULL = '53100';

/**
 * Converts an error of Postgres to a `KerbsideError`: `storage_unavailable` or `storage_full`. Returns other errors
 * unchanged.
 *
 * The original message and the address stay in `cause`, for the log: messages reach clients, for example as the error of
 * a failed task.
 */
export function toDatabaseError(error: unknown, address?: DatabaseAddress): unknown {
  if (!(error instanceof Error) || error instanceof KerbsideError) return error;
  const description = address && describeConnectionError(error, address);
  if (description !== undefined)
    return unavailableError('The database cannot be reached.', new Error(description, { cause: error }));
  if (!isPostgresError(error)) return error;
  if (error.code === DISK_FULL) {
    return new KerbsideError('storage_full', 'The database is full. Nothing was written.', {
      cause: error,
      retryable: true,
    });
  }
  return unavailableError('The database rejected the statement. Nothing was written.', error);
}

/** Creates the error of a commit that was sent and got no response: it may or may not be applied. */
export function unknownCommitError(error: unknown, address: DatabaseAddress): KerbsideError {
  const known = toDatabaseError(error, address);
  const cause = known instanceof KerbsideError ? known.cause : known;
  return unavailableError(
    'The database did not confirm the commit. Check whether it was applied before you repeat it.',
    cause,
    { isCommitUnknown: true },
  );
}

/** Returns true if a change that failed may still be applied. */
export function isCommitUnknown(error: unknown): boolean {
  return error instanceof KerbsideError && error.details.isCommitUnknown === true;
}

/**
 * Returns true if Postgres rejected a value or a row (SQLSTATE classes 22, 23 and 54): nothing was written, and the same
 * statement may succeed without it.
 */
export function isValueError(error: unknown): boolean {
  const cause = error instanceof KerbsideError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && /^(22|23|54)...$/.test(String(cause.code));
}

function unavailableError(
  message: string,
  cause: unknown,
  details: Record<string, unknown> = {},
): KerbsideError {
  return new KerbsideError('storage_unavailable', message, { cause, details, retryable: true });
}

/** Matches SQLSTATE codes (5 characters) and file system errors of the embedded database. */
function isPostgresError(error: Error): error is Error & { code: string } {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) || /^E[A-Z_]+$/.test(code);
}
