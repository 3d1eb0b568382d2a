import { KerbsideError } from '../../errors.ts';
import type { GetToken } from '../../remote/token.ts';

/** The subject of a JWT; undefined for a token that is none, or names nobody. It is read, never verified. */
export function subjectOf(token: string): string | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The app's tokens, as long as they are this user's: what one person recorded is never sent in another's name. A token
 * that does not tell whose it is, is taken at the app's word.
 */
export function ownToken(
  getToken: GetToken,
  userId: string,
  readSubject: (token: string) => string | undefined = subjectOf,
): GetToken {
  return async (hint) => {
    const token = await getToken(hint);
    const subject = typeof token === 'string' ? readSubject(token) : undefined;
    if (subject === undefined || subject === userId) return token;
    throw new KerbsideError(
      'wrong_user',
      `getToken gave a token of ${subject}, but what is to be sent belongs to ${userId}: it waits until ${userId} signs in.`,
      { details: { subject, userId } },
    );
  };
}
