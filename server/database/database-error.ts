import { KerbsideError } from '../../src/errors.ts';
import { type DatabaseAddress, describeConnectionError } from './connection-error.ts';

const DISK_FULL = '53100';

/**
 * Gives what Postgres threw a code. Its own words, and where it is, stay in `cause`, for the log: messages reach
 * clients, as those of a task that failed do.
 */
export function toDatabaseError(error: unknown, place?: DatabaseAddress): unknown {
  if (!(error instanceof Error) || error instanceof KerbsideError) return error;
  const trouble = place && describeConnectionError(error, place);
  if (trouble !== undefined)
    return unavailable('The database can not be reached.', new Error(trouble, { cause: error }));
  if (!isPostgresError(error)) return error;
  if (error.code === DISK_FULL) {
    return new KerbsideError('storage_full', 'The database has no room left; nothing was written.', {
      cause: error,
      retryable: true,
    });
  }
  return unavailable('The database could not do this; nothing was written.', error);
}

/** A commit went out, and no answer came: it may be written or not. */
export function unknownCommitError(error: unknown, place: DatabaseAddress): KerbsideError {
  const known = toDatabaseError(error, place);
  const cause = known instanceof KerbsideError ? known.cause : known;
  return unavailable('The database did not say whether this was written; look before you repeat it.', cause, {
    isCommitUnknown: true,
  });
}

/** Whether a change that failed may be written all the same. */
export function isUnsettled(error: unknown): boolean {
  return error instanceof KerbsideError && error.details.isUnsettled === true;
}

function unavailable(message: string, cause: unknown, details: Record<string, unknown> = {}): KerbsideError {
  return new KerbsideError('storage_unavailable', message, { cause, details, retryable: true });
}

/** SQLSTATE codes of five characters, and those of a disk that failed under the embedded database. */
function isPostgresError(error: Error): error is Error & { code: string } {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) || /^E[A-Z_]+$/.test(code);
}
