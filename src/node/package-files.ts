import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** In a checkout `models/` is beside `src/`, in an installed package beside `dist/`: both are 2 folders up. */
export const MODELS_FOLDER = fileURLToPath(new URL('../../models/', import.meta.url));

/** The built fleet page. Both in a checkout and in an installed package, `dist/` is 2 folders up. */
export const FLEET_FOLDER = fileURLToPath(new URL('../../dist/fleet/', import.meta.url));

/** Returns the version of this package. */
export async function readPackageVersion(): Promise<string> {
  const content: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const version = typeof content === 'object' && content !== null && 'version' in content && content.version;
  return typeof version === 'string' ? version : 'unknown';
}
