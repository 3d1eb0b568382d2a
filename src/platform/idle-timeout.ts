/**
 * Ends a request on which nothing comes for `patienceMs`: a phone that changes cells keeps connections that are dead,
 * and they must not hold a task for ever. How long a whole file takes is the network's business.
 */
export function watchSilence(patienceMs: number, signal?: AbortSignal) {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`the server said nothing for ${patienceMs} ms`));
  let timer = setTimeout(giveUp, patienceMs);
  return {
    /** For the request. */
    signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
    },
    end: () => clearTimeout(timer),
  };
}
