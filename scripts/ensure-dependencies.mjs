import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean }>} Packages */
/** @typedef {'app' | 'all'} Scope */

/**
 * Installs the locked packages if they are not installed yet. Returns false if that fails.
 *
 * `'app'` leaves out the devDependencies of package.json: the app needs only what demo/package.json and the library
 * depend on. `'all'` installs everything.
 * @param {Scope} [scope]
 */
export function ensureDependencies(scope = 'all') {
  const installed = packagesOf('node_modules/.package-lock.json');
  if (isInstalled(packagesOf('package-lock.json'), installed, scope)) return true;
  console.log('Installing dependencies…');
  const args = ['ci', scope === 'app' ? '--omit=dev' : '--include=dev', '--no-audit', '--no-fund'];
  if (run('npm', args, { shell: process.platform === 'win32' })) return true;
  console.error('The dependencies could not be installed: see the message of npm above, then try again.');
  return false;
}

/**
 * Returns whether every locked package of the scope is installed in its locked version. npm records what it installed
 * in node_modules. Optional packages may be absent: most of them are for other platforms.
 * @param {Packages | undefined} locked
 * @param {Packages | undefined} installed
 * @param {Scope} [scope]
 */
export function isInstalled(locked, installed, scope = 'all') {
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, optional, dev }]) => {
    if (path === '' || (scope === 'app' && dev)) return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * @param {string} lockFile
 * @returns {Packages | undefined}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
