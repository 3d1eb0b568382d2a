import { invalidField } from '../domain/check.ts';

/** The address of a folder, as seen from this page, with a slash at its end. `option` is what the caller calls it. */
export function folderUrl(folder: string, option: string): string {
  const base = globalThis.location?.href;
  try {
    return new URL(folder.endsWith('/') ? folder : `${folder}/`, base).href;
  } catch {
    throw invalidField(
      option,
      `a whole address (https://example.org/…/): ${base ?? 'without a page, as in Node,'} is nothing that it could be relative to`,
      folder,
    );
  }
}
