import { KerbsideError } from '../errors.ts';

/**
 * Loads a part of the library that is a file of its own in most apps. It may not be there: without a network, or in a tab
 * that is older than what the server has now. Asked again, browsers of today fetch it anew; older ones remember that it
 * failed until the page is loaded again (https://github.com/whatwg/html/issues/6768).
 */
export async function loadPart<Part>(does: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerbsideError(
      'model_unavailable',
      `The part of the app that ${does} could not be loaded (${reason}). Try again with a network; if that does not help, reload the page: the app may have been replaced by a newer one.`,
      { cause, retryable: true },
    );
  }
}
