import { invalidField } from '../domain/check.ts';

/**
 * Resolves a folder URL against the page and appends a slash if there is none.
 *
 * @param option - The option's name, for the error message.
 * @throws `invalid_input` if the URL is relative and there is no page, as in Node.
 */
export function resolveFolderUrl(folder: string, option: string): string {
  const base = globalThis.location?.href;
  try {
    return new URL(folder.endsWith('/') ? folder : `${folder}/`, base).href;
  } catch {
    const reason = base
      ? `the page's own URL (${base}) cannot be a base`
      : 'there is no page that it could be relative to';
    throw invalidField(option, `an absolute URL (https://example.org/…/), because ${reason}`, folder);
  }
}
