import { KerbsideError } from '../../errors.ts';

/**
 * The ways in which a browser drops a connection under a page that did nothing wrong:
 *
 * - InvalidStateError "The database connection is closing": Chrome and Safari, after sleep or memory pressure
 * - UnknownError "Connection to Indexed Database server lost": WebKit, after its storage process died
 *   (https://bugs.webkit.org/show_bug.cgi?id=197050)
 * - UnknownError "Internal error opening backing store for indexedDB.open": Chrome, while files are locked
 * - AbortError: a transaction that was under way when any of these struck, or when another tab upgraded
 */
const CONNECTION_FAILURES: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

export function isConnectionFailure(error: unknown): boolean {
  return error instanceof Error && CONNECTION_FAILURES.includes(error.name);
}

export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.name === 'VersionError';
}

/** Gives whatever IndexedDB threw a code that an app can act on. */
export function storageError(error: unknown): KerbsideError {
  if (error instanceof KerbsideError) return error;
  if (error instanceof Error && error.name === 'QuotaExceededError') {
    return new KerbsideError(
      'storage_full',
      'The device has no room left for this change; nothing was written. Send or purge inspections, or free space, then try again.',
      { cause: error, retryable: true },
    );
  }
  if (isOutdated(error)) {
    return new KerbsideError(
      'storage_outdated',
      'A newer version of this app has upgraded the database; reload the page to go on.',
      { cause: error },
    );
  }
  return new KerbsideError(
    'storage_unavailable',
    `The browser's database failed and did not recover: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error, retryable: true },
  );
}
