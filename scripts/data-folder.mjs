import { join, resolve } from 'node:path';
import { root } from './run.mjs';

/**
 * Returns the absolute path of the folder for the built app and the service's database. Vite resolves relative paths against
 * the folders of its pages, the service against the working directory.
 * @param {string} [data] by default .data
 */
export function findDataFolder(data) {
  if (!data) return join(root, '.data');
  const folder = resolve(data);
  if (folder === resolve(root))
    throw new Error(
      'DATA is the repository: the built app would replace the sources in demo/. Name another folder.',
    );
  return folder;
}
