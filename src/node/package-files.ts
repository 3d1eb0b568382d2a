import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Beside `src/` in a checkout and beside `dist/` in an installed package: both are two folders up from here. */
export const MODELS_FOLDER = fileURLToPath(new URL('../../models/', import.meta.url));

export async function readPackageVersion(): Promise<string> {
  const content: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const named = typeof content === 'object' && content !== null && 'version' in content && content.version;
  return typeof named === 'string' ? named : 'unknown';
}
