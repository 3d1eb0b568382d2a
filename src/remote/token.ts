import { KerbsideError } from '../errors.ts';
import { orAborted } from '../platform/or-aborted.ts';

/** The app's token for the service. `expired` is true when the one it gave last was refused. */
export type GetToken = (hint: { expired: boolean }) => string | Promise<string>;

/** What may stand in a header. Of anything else the platform's own error would quote the token. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Asked for each request, never kept. What is wrong with it is said without showing it. */
export async function tokenFrom(
  getToken: GetToken,
  hint: { expired: boolean },
  signal: AbortSignal | undefined,
): Promise<string> {
  const token = await orAborted(asked(getToken, hint), signal);
  if (typeof token === 'string' && HEADER_TEXT.test(token)) return token;
  throw new KerbsideError(
    'unauthorized',
    'getToken gave no token that can be sent: it must answer the text of a JWT. Sign in again.',
  );
}

async function asked(getToken: GetToken, hint: { expired: boolean }): Promise<unknown> {
  try {
    return await getToken(hint);
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    const reason = cause instanceof Error ? `: ${cause}` : '';
    const failed = `The app could not supply a token (getToken failed${reason})`;
    if (isOffline(cause)) {
      throw new KerbsideError(
        'remote_unavailable',
        `${failed}. That is taken for no network, and it is asked again later.`,
        { cause, retryable: true, details: { sent: false } },
      );
    }
    throw new KerbsideError('unauthorized', `${failed}.`, { cause });
  }
}

/**
 * A fetch without an answer rejects with a TypeError, as does a mistake in the app: the message says which it was. What
 * other ways to sign in throw, nobody can list.
 */
function isOffline(cause: unknown): boolean {
  return cause instanceof TypeError || globalThis.navigator?.onLine === false;
}

/** What a service says (a text, or JSON), should it quote the token. */
export function withoutToken<T>(said: T, token: string): T {
  const quoted = JSON.stringify(token).slice(1, -1);
  return JSON.parse(JSON.stringify(said).replaceAll(quoted, '[token]')) as T;
}
