// Which source files import each other. `npm run check` reads it for the import table and for the figures.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * @typedef {object} Import
 * @property {string} from a file, relative to the root, with slashes
 * @property {string} to the imported file
 * @property {number} line
 * @property {boolean} isType whether it imports types only
 */

const SOURCE = /\.(ts|mjs)$/;
const TEST = /\.(test|suite)\.ts$|\/test-support\//;
const SKIPPED = new Set(['node_modules', 'dist']);

/** Imports and re-exports of a relative path, also dynamic ones and those of types in comments. */
const IMPORT = /\b(import|export)(\s+type\b)?(?:[^'";]*?\bfrom)?\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\3/g;

/**
 * Returns whether a file is a test or supports tests. Tests import what they want.
 * @param {string} file
 */
export const isTest = (file) => TEST.test(file);

/**
 * Returns the source files of some folders, relative to the root, tests included.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export function listSources(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listSources(root, [path]);
      return SOURCE.test(entry.name) ? [path] : [];
    }),
  );
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Import[]}
 */
export function readImports(root, files) {
  return files.flatMap((from) => {
    const code = readFileSync(join(root, from), 'utf8');
    return [...code.matchAll(IMPORT)].map(({ index, 2: type, 4: path = '' }) => ({
      from,
      to: posix.join(dirname(from), path),
      line: code.slice(0, index).split('\n').length,
      isType: type !== undefined,
    }));
  });
}
