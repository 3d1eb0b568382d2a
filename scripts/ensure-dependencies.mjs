import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** Installs what package-lock.json asks for, unless that is installed already. Answers false when it can't. */
export function ensureDependencies() {
  if (isInstalled(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json')))
    return true;
  console.log('Installing dependencies…');
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  if (run('npm', args, { shell: process.platform === 'win32' })) return true;
  console.error('The dependencies could not be installed: see the message of npm above, then try again.');
  return false;
}

/**
 * Whether every locked package is there in its locked version. npm keeps a record of what it installed inside
 * node_modules, whoever started it. Optional packages may be absent: they are mostly for other platforms.
 * @param {Packages | undefined} locked
 * @param {Packages | undefined} installed
 */
export function isInstalled(locked, installed) {
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
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
