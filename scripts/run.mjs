import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns whether Node was started with this module. Node resolves symbolic links in `import.meta.filename`, but not in
 * `process.argv`.
 * @param {string} filename `import.meta.filename` of the module
 */
export function isStarted(filename) {
  const [, started] = process.argv;
  try {
    return started !== undefined && realpathSync(started) === filename;
  } catch {
    return false; // node -e and others have arguments in its place
  }
}

/**
 * Returns a path as a shell takes it.
 * @param {string} path
 */
export function quotePath(path) {
  return /^[\w./:\\+-]+$/.test(path) ? path : `"${path}"`;
}

/**
 * Runs a program in the repository's root with inherited input and output. Returns true if it succeeded.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(program, args, options) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options }).status === 0;
}

/**
 * Runs the command of an installed package.
 * @param {string} name the command; also the package, unless `from` is given
 * @param {string[]} args
 * @param {{ from?: string } & import('node:child_process').SpawnSyncOptions} [options]
 */
export function runTool(name, args, { from = name, ...options } = {}) {
  return run(process.execPath, [findScript(name, from), ...args], options);
}

/**
 * Starts a program without blocking. With `capture`, its output is returned instead of printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ capture?: boolean }} [options]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
export function start(program, args, { capture = false } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ succeeded: false, output: `${output}${message}\n` }));
    child.on('close', (status) => resolve({ succeeded: status === 0, output }));
  });
}

/**
 * Starts the command of an installed package without blocking.
 * @param {string} name
 * @param {string[]} args
 * @param {{ from?: string, capture?: boolean }} [options]
 */
export function startTool(name, args, { from = name, capture = false } = {}) {
  return start(process.execPath, [findScript(name, from), ...args], { capture });
}

/**
 * Returns the script of a package's command. It runs with this Node, not through `npx` or `node_modules/.bin`: that is
 * faster, and works the same on Windows.
 * @param {string} command
 * @param {string} packageName
 */
function findScript(command, packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
