import { errorMessage, KerbsideError } from '../errors.ts';

/**
 * Loads a part of the library that most bundlers put into its own file.
 *
 * The file can be missing: without a network, or in a tab that is older than the deployed app. Current browsers fetch it
 * again at the next call. Older ones remember the failure until the page reloads
 * (https://github.com/whatwg/html/issues/6768).
 *
 * @param purpose - What the chunk does ("runs models"), for the error message.
 * @throws `code_unavailable` (retryable) if the file cannot be loaded.
 */
export async function loadChunk<Chunk>(purpose: string, load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (cause) {
    throw new KerbsideError(
      'code_unavailable',
      `The part of the app that ${purpose} could not be loaded (${errorMessage(cause)}). Check the network and try again. If that does not help, reload the page: a newer version of the app may be deployed.`,
      // If the chunk was needed to send a request, the request was not sent.
      { cause, retryable: true, details: { sent: false } },
    );
  }
}
