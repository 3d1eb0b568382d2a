import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program in the repository's root with our input and output; true when it succeeded.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(program, args, options) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options }).status === 0;
}

/**
 * Runs the command of an installed package. Its script is started with this Node, not through `npx` or
 * `node_modules/.bin`: that is quicker, and the same on Windows.
 * @param {string} name the command, and the package unless that is named otherwise
 * @param {string[]} args
 * @param {{ from?: string } & import('node:child_process').SpawnSyncOptions} [options]
 */
export function runTool(name, args, { from = name, ...options } = {}) {
  const folder = join(root, 'node_modules', from);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return run(process.execPath, [join(folder, typeof bin === 'string' ? bin : bin[name]), ...args], options);
}
