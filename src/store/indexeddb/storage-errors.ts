import { KerbsideError } from '../../errors.ts';

/**
 * The errors with which browsers drop a connection, without a mistake of the page:
 *
 * - InvalidStateError "The database connection is closing": Chrome and Safari, after sleep or memory pressure
 * - UnknownError "Connection to Indexed Database server lost": WebKit, after its storage process died
 *   (https://bugs.webkit.org/show_bug.cgi?id=197050)
 * - UnknownError "Internal error opening backing store for indexedDB.open": Chrome, while files are locked
 * - AbortError: a transaction that was open when one of these happened, or when another tab upgraded
 */
const CONNECTION_FAILURES: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

export function isConnectionFailure(error: unknown): boolean {
  return error instanceof Error && CONNECTION_FAILURES.includes(error.name);
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.name === 'VersionError';
}

/** Converts an error of IndexedDB to a `KerbsideError` with a code that an app can handle. */
export function toStorageError(error: unknown): KerbsideError {
  if (error instanceof KerbsideError) return error;
  if (error instanceof Error && error.name === 'QuotaExceededError') {
    return new KerbsideError(
      'storage_full',
      'The device has no space for this change. Nothing was written. Send or purge inspections, or free space, then try again.',
      { cause: error, retryable: true },
    );
  }
  if (isOutdated(error)) {
    return new KerbsideError(
      'storage_outdated',
      'A newer version of this app upgraded the database. Reload the page.',
      { cause: error },
    );
  }
  return new KerbsideError(
    'storage_unavailable',
    `IndexedDB failed and did not recover: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error, retryable: true },
  );
}
