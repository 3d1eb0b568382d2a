import { KerbsideError } from 'kerbside';

/**
 * Loads a part of the app that the first load leaves out.
 *
 * @throws `code_unavailable` if the browser cannot fetch the file. Browsers report that as a `TypeError`.
 */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch((cause: unknown) => {
    if (!(cause instanceof TypeError)) throw cause;
    const message = 'A part of the app could not be loaded. Check the network and try again.';
    throw new KerbsideError('code_unavailable', message, { cause, retryable: true });
  });
}
