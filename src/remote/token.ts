import { KerbsideError } from '../errors.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';

/**
 * Returns the access token of the app's user, or a promise of it. It must return or throw within the timeout of the
 * request. If it throws the `TypeError` of a `fetch` without a response, the request is retried later. Another `TypeError`,
 * a `ReferenceError` or a `RangeError` is a bug in it and becomes `token_failed`. Other errors become `unauthorized`.
 *
 * @param hint - `expired` is true if the service rejected the last token. Return a new one then.
 */
export type GetToken = (hint: { expired: boolean }) => string | Promise<string>;

/** Characters allowed in a header. For others, the platform's own error would contain the token. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/**
 * Calls `getToken`. The token is never stored, and never part of an error.
 *
 * @throws `unauthorized` if there is no valid token, `remote_unavailable` if `getToken` seems to be offline,
 * `token_failed` if it has a bug.
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
        { cause, retryable: true },
      );
    }
    if (isBug(cause)) {
      throw new KerbsideError(
        'token_failed',
        `${failed}. This is a bug in the app's getToken: correct it. Nothing is sent until it returns a token.`,
        { cause, retryable: true },
      );
    }
    throw new KerbsideError('unauthorized', `${failed}.`, { cause });
  }
}

/** Sign-in libraries throw errors of their own when they are offline, which cannot be listed. */
function isOffline(cause: unknown): boolean {
  return isFetchFailure(cause) || globalThis.navigator?.onLine === false;
}

/**
 * The messages of a `fetch` without a response, and of a body that breaks off: Chromium (newer versions add the host),
 * Firefox, Safari, Node, React Native's and other polyfills.
 */
const FETCH_FAILURE =
  /^(failed to fetch|network ?error|error in input stream|load failed|fetch failed|terminated|network request failed)/i;

/**
 * `fetch` rejects with a TypeError if it gets no response, as bugs do. Its message differs. Before Safari 17 the message is
 * in the user's language, but there the errors of `fetch` have no stack.
 */
function isFetchFailure(cause: unknown): boolean {
  return cause instanceof TypeError && (FETCH_FAILURE.test(cause.message) || !cause.stack);
}

function isBug(cause: unknown): boolean {
  return cause instanceof TypeError || cause instanceof ReferenceError || cause instanceof RangeError;
}

/** Removes the token from a text or from JSON. */
export function redactToken<T>(value: T, token: string): T {
  const quoted = JSON.stringify(token).slice(1, -1);
  return JSON.parse(JSON.stringify(value).replaceAll(quoted, '[token]')) as T;
}
