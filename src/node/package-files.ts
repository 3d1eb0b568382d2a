import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const PACKAGE_FILE = resolve('kerbside-server/package.json');

/** The folder of the package kerbside-models, with a slash at its end. */
export const MODELS_FOLDER = join(dirname(resolve('kerbside-models/manifest.json')), '/');

/** The built fleet page. A checkout may not be built. */
export const FLEET_FOLDER = join(dirname(PACKAGE_FILE), 'dist/fleet');

/** Returns the version of the package kerbside-server. */
export async function readPackageVersion(): Promise<string> {
  const content: unknown = JSON.parse(await readFile(PACKAGE_FILE, 'utf8'));
  const version = typeof content === 'object' && content !== null && 'version' in content && content.version;
  return typeof version === 'string' ? version : 'unknown';
}
