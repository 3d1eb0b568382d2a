import { KerbsideError } from '../errors.ts';

/**
 * Returns the SHA-256 of the bytes in lower-case hex.
 *
 * @throws `unsupported` without `crypto.subtle`: the page is not served over https.
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new KerbsideError(
      'unsupported',
      'crypto.subtle is not available, and photos cannot be verified without it. Serve the page over https (or from localhost).',
    );
  }
  // Wrapped in a view: Node rejects an ArrayBuffer of another realm, as tests in jsdom have it.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
