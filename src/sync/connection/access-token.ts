import { KerbsideError } from '../../errors.ts';
import type { GetToken } from '../../remote/token.ts';

type AsyncGetToken = (hint: { expired: boolean }) => Promise<string>;

/**
 * Returns the `sub` claim of a JWT, or undefined if the token is no JWT or has no subject. The signature is not
 * verified. Some services issue a number, although the standard has only text.
 */
export function readTokenSubject(token: string): string | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const claims = new TextDecoder().decode(bytes);
    const { sub } = JSON.parse(claims) as { sub?: unknown };
    return typeof sub === 'number' ? readDigits(claims, sub) : typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the digits of a number, which `JSON.parse` rounds if there are many. */
function readDigits(claims: string, sub: number): string {
  const all = [...claims.matchAll(/"sub"\s*:\s*(\d+)/g)].map(([, digits = '']) => digits);
  return all.find((digits) => Number(digits) === sub) ?? String(sub);
}

/**
 * Wraps the app's `getToken` and rejects tokens of other users: what one user recorded is never sent as another. A token
 * without a subject is accepted.
 *
 * @returns a function that throws `wrong_user` for a token of another user
 */
export function requireOwnToken(
  getToken: GetToken,
  userId: string,
  subjectOf: (token: string) => string | undefined = readTokenSubject,
): AsyncGetToken {
  return async (hint) => {
    const token = await getToken(hint);
    const subject = typeof token === 'string' ? subjectOf(token) : undefined;
    if (subject === undefined || subject === userId) return token;
    throw new KerbsideError(
      'wrong_user',
      `getToken returned a token of ${subject}, but the recorded data belongs to ${userId}. It is sent when ${userId} signs in.`,
      { details: { subject, userId } },
    );
  };
}

/**
 * Returns a `getToken` whose calls at the same time are one. A second refresh with the same refresh token ends the session
 * at services that rotate them.
 *
 * @param timeoutMs A call that has not returned by then is not shared any more: it may never return.
 */
export function shareTokenCalls(
  getToken: AsyncGetToken,
  timeoutMs: number,
  monotonic: () => number,
): AsyncGetToken {
  const running = new Map<boolean, { token: Promise<string>; until: number }>();
  return ({ expired }) => {
    const shared = running.get(expired);
    if (shared && shared.until > monotonic()) return shared.token;
    const token = getToken({ expired });
    const call = { token, until: monotonic() + timeoutMs };
    const end = () => running.get(expired) === call && running.delete(expired);
    running.set(expired, call);
    token.then(end, end);
    return token;
  };
}
