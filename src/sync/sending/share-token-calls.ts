type GetToken = (hint: { expired: boolean }) => Promise<string>;

/**
 * Returns a `getToken` whose calls at the same time are one. A second refresh with the same refresh token ends the session
 * at services that rotate them.
 *
 * @param timeoutMs A call that has not returned by then is not shared any more: it may never return.
 */
export function shareTokenCalls(getToken: GetToken, timeoutMs: number, monotonic: () => number): GetToken {
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
