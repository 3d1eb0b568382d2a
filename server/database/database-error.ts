import { KerbsideError } from '../../src/errors.ts';

const DISK_FULL = '53100';

/** Gives what Postgres threw a code; its own words stay in `cause`, for they quote statements and values. */
export function databaseError(error: unknown): unknown {
  if (!isPostgresError(error)) return error;
  if (error.code === DISK_FULL) {
    return new KerbsideError('storage_full', 'The database has no room left; nothing was written.', {
      cause: error,
      retryable: true,
    });
  }
  return new KerbsideError('storage_unavailable', 'The database could not do this; nothing was written.', {
    cause: error,
    retryable: true,
  });
}

/** What is said of a connection that was lost or could not be had, where there is no code. */
const NO_CONNECTION = /connection|trying to connect/i;

/** SQLSTATE codes of five characters, and the codes of a lost or refused connection. */
function isPostgresError(error: unknown): error is Error & { code?: string } {
  if (!(error instanceof Error) || error instanceof KerbsideError) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) || /^E[A-Z_]+$/.test(code) || NO_CONNECTION.test(error.message);
}
