import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tests name the statements that they prove in a comment, `// Proves spec 2.17, fault F9.`. The documentation
 * site shows them as the last column of docs/spec-coverage.md and docs/faults.md.
 */

/** The pages and the prefixes of their rows in comments. */
export const PROVEN_PAGES = [
  { path: 'docs/spec-coverage.md', prefixes: { section: 'spec', wire: 'wire' } },
  { path: 'docs/faults.md', prefixes: { section: 'fault', wire: 'fault' } },
];

const COMMENT = /\/\/ Proves ((?:(?:spec|wire|fault) [\w.]+?(?:, )?)+)\.$/gm;
const ROW = /^\| ([A-Z]\d+|\d+\.\d+) \|/;
const TEST_FOLDERS = ['src', 'server', 'test', 'scripts', 'demo'];

/**
 * Reads the comments of all tests.
 * @param {string} root
 * @returns {Map<string, string[]>} the test files of each statement, in order
 */
export function readProofs(root) {
  /** @type {Map<string, string[]>} */
  const proofs = new Map();
  for (const file of listTests(root)) {
    for (const [, ids = ''] of readFileSync(join(root, file), 'utf8').matchAll(COMMENT)) {
      for (const id of ids.split(', ')) {
        const files = proofs.get(id) ?? [];
        if (!files.includes(file)) proofs.set(id, [...files, file]);
      }
    }
  }
  return proofs;
}

/**
 * Returns the page with a column for the tests of its rows.
 * @param {string} page
 * @param {(typeof PROVEN_PAGES)[number]['prefixes']} prefixes
 * @param {Map<string, string[]>} proofs
 */
export function withProofs(page, prefixes, proofs) {
  const lines = page.split('\n').map((line, at, all) => {
    const id = readId(line, prefixes);
    if (id) return `${line} ${(proofs.get(id) ?? []).map((file) => `\`${file}\``).join(', ')} |`;
    if (readId(all[at + 2] ?? '', prefixes)) return `${line} shown by |`;
    return readId(all[at + 1] ?? '', prefixes) ? `${line}---|` : line;
  });
  return lines.join('\n');
}

/**
 * Returns the ids of a page's rows, as comments write them.
 * @param {string} page
 * @param {(typeof PROVEN_PAGES)[number]['prefixes']} prefixes
 */
export function readIds(page, prefixes) {
  return page.split('\n').flatMap((line) => readId(line, prefixes) ?? []);
}

/**
 * @param {string} line
 * @param {(typeof PROVEN_PAGES)[number]['prefixes']} prefixes
 */
function readId(line, { section, wire }) {
  const number = ROW.exec(line)?.[1];
  return number && `${/^\d/.test(number) ? section : wire} ${number}`;
}

/** @param {string} root */
function listTests(root) {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|suite)\.ts$/.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length)
          .replace(/^[/\\]/, '')
          .replaceAll('\\', '/'),
      )
      .filter((file) => !file.includes('node_modules')),
  ).sort();
}
