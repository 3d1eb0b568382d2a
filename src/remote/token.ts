import { KerbsideError } from '../errors.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';

/**
 * Returns the access token of the app's user, or a promise of it. It must return or throw within the timeout of the
 * request. If it throws a `TypeError` (as `fetch` does offline), the request is retried later; other errors become
 * `unauthorized`.
 *
 * @param hint - `expired` is true if the service rejected the last token. Return a new one then.
 */
export type GetToken = (hint: { expired: boolean }) => string | Promise<string>;

/** Characters allowed in a header. For others, the platform's own error would contain the token. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/**
 * Calls `getToken`. The token is never stored, and never part of an error.
 *
 * @throws `unauthorized` if there is no valid token, `remote_unavailable` if `getToken` seems to be offline.
 */
export async function requestToken(
  getToken: GetToken,
  hint: { expired: boolean },
  signal: AbortSignal | undefined,
): Promise<string> {
  const token = await rejectOnAbort(callGetToken(getToken, hint), signal);
  if (typeof token === 'string' && HEADER_TEXT.test(token)) return token;
  throw new KerbsideError(
    'unauthorized',
    'getToken returned no valid token. It must return a JWT as a string. Sign in again.',
  );
}

async function callGetToken(getToken: GetToken, hint: { expired: boolean }): Promise<unknown> {
  try {
    return await getToken(hint);
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    const reason = cause instanceof Error ? `: ${cause}` : '';
    const failed = `The app could not supply a token (getToken failed${reason})`;
    if (isOffline(cause)) {
      throw new KerbsideError(
        'remote_unavailable',
        `${failed}. The device is treated as offline, and getToken is called again later.`,
        { cause, retryable: true, details: { sent: false } },
      );
    }
    throw new KerbsideError('unauthorized', `${failed}.`, { cause });
  }
}

/**
 * `fetch` rejects with a TypeError when it gets no response. A bug in the app may throw one too; the message tells which
 * it is. Sign-in libraries throw other errors, which cannot be listed.
 */
function isOffline(cause: unknown): boolean {
  return cause instanceof TypeError || globalThis.navigator?.onLine === false;
}

/** Removes the token from a text or from JSON. */
export function redactToken<T>(value: T, token: string): T {
  const quoted = JSON.stringify(token).slice(1, -1);
  return JSON.parse(JSON.stringify(value).replaceAll(quoted, '[token]')) as T;
}
