import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './run.mjs';

/** Folders of dist/ that are complete as they are: bundles import nothing. */
const BUNDLED = /^(browser|workers)\b/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Deletes the compiled modules that no entry of package.json imports: those of the workers, of the bundles and of
 * kerbside-server, which import packages that kerbside does not depend on.
 */
export function pruneLibrary() {
  const dist = join(root, 'dist');
  const reached = findReached(listEntries());
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name);
    if (BUNDLED.test(name) || !existsSync(file) || !statSync(file).isFile()) continue;
    if (!reached.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
  removeEmptyFolders(dist);
}

/** Returns the files of `exports` that have no placeholder. */
function listEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports)
    .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    .filter((path) => path.startsWith('./dist/') && !path.includes('*'))
    .map((path) => join(root, path));
}

/**
 * Returns the files that the given files import, directly and indirectly, themselves included. Code and declarations are
 * separate graphs: a module whose types alone are used is reached as a declaration only.
 * @param {string[]} files .js and .d.ts files
 */
function findReached(files) {
  const reached = new Set(files);
  for (const file of reached) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const path = resolve(dirname(file), specifier);
      // Declarations import `./x.ts` or `./x.js`, and mean `./x.d.ts`.
      const imported = file.endsWith('.d.ts') ? path.replace(/(\.d)?\.(ts|js)$/, '.d.ts') : path;
      if (existsSync(imported)) reached.add(imported);
    }
  }
  return reached;
}

/** @param {string} folder */
function removeEmptyFolders(folder) {
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const inner = join(folder, name);
    removeEmptyFolders(inner);
    if (readdirSync(inner).length === 0) rmSync(inner, { recursive: true });
  }
}
