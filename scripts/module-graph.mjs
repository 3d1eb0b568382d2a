// Which compiled modules import each other. The build uses it to decide which package ships a module.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RELATIVE_IMPORT = /((?:\bfrom|\bimport)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g;

/**
 * Replaces the relative imports of a compiled module.
 * @param {string} file a .js or .d.ts file
 * @param {string} code
 * @param {(target: string) => string | undefined} replace gets the imported file; undefined keeps the import
 */
export function replaceImports(file, code, replace) {
  return code.replace(RELATIVE_IMPORT, (whole, keyword, quote, specifier) => {
    const target = findImported(file, specifier);
    const replaced = target && replace(target);
    return replaced ? `${keyword}${quote}${replaced}${quote}` : whole;
  });
}

/**
 * Returns the files that the given files import, directly and indirectly, themselves included. Code and declarations are
 * separate graphs: a module whose types alone are used is reached as a declaration only.
 * @param {Iterable<string>} files .js and .d.ts files
 */
export function findReached(files) {
  const reached = new Set(files);
  for (const file of reached) {
    replaceImports(file, readFileSync(file, 'utf8'), (target) => {
      if (existsSync(target)) reached.add(target);
      return undefined;
    });
  }
  return reached;
}

/**
 * Returns the file that an import refers to. Declarations import `./x.ts` or `./x.js`, and mean `./x.d.ts`.
 * @param {string} file
 * @param {string} specifier
 */
function findImported(file, specifier) {
  const path = resolve(dirname(file), specifier);
  return file.endsWith('.d.ts') ? path.replace(/(\.d)?\.(ts|js)$/, '.d.ts') : path;
}
