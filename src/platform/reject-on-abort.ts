import { abortedError } from '../errors.ts';

/**
 * Resolves with the work's result, or rejects as soon as the signal aborts. Removes its listener in both cases.
 *
 * The work itself goes on: use it for work that other callers share.
 *
 * @throws `aborted` if the signal aborts first.
 */
export async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortedError(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
