import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Tests name the statements that they prove in a comment, `// Proves spec 2.17, fault F9.`. This module writes them into the
 * last column of docs/spec-coverage.md and docs/faults.md, and their addresses below the last row.
 */

/** The pages and the prefixes of their rows in comments. */
export const PROVEN_PAGES = [
  { path: 'docs/spec-coverage.md', prefixes: { section: 'spec', wire: 'wire' } },
  { path: 'docs/faults.md', prefixes: { section: 'fault', wire: 'fault' } },
];

const COMMENT = /\/\/ Proves ((?:(?:spec|wire|fault) [\w.]+?(?:, )?)+)\.$/gm;
const ROW = /^\| ([A-Z]\d+|\d+\.\d+) \|/;
const ADDRESSES = '<!-- tests: made by `npm run docs -- tables` -->';
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
 * Returns the page with the last column of its rows, and the addresses of the tests, brought up to date.
 * @param {string} page
 * @param {(typeof PROVEN_PAGES)[number]['prefixes']} prefixes
 * @param {Map<string, string[]>} proofs
 */
export function withProofs(page, prefixes, proofs) {
  const ids = readIds(page, prefixes);
  const labels = labelTests(ids.flatMap((id) => proofs.get(id) ?? []));
  const lines = page.split('\n').map((line) => {
    const files = proofs.get(readId(line, prefixes) ?? '');
    if (!files) return line;
    const cells = line.split(' | ').slice(0, -1);
    return `${[...cells, files.map((file) => `[${labels.get(file)}]`).join(', ')].join(' | ')} |`;
  });
  const addresses = [...labels].map(([file, label]) => `[${label}]: ../${file}`).sort();
  const [text = ''] = lines.join('\n').split(ADDRESSES);
  return `${text}${ADDRESSES}\n${addresses.join('\n')}\n`;
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

/**
 * Returns a short name for each file: the name of the test, with its folder if two have the same.
 * @param {string[]} files
 * @returns {Map<string, string>}
 */
function labelTests(files) {
  const unique = [...new Set(files)];
  const nameOf = (/** @type {string} */ file) =>
    basename(file).replace(/(\.browser)?\.(test|suite)\.ts$/, '');
  const isShared = (/** @type {string} */ file) =>
    unique.some((other) => other !== file && nameOf(other) === nameOf(file));
  return new Map(
    unique.map((file) => [
      file,
      isShared(file) ? `${basename(dirname(file))}/${nameOf(file)}` : nameOf(file),
    ]),
  );
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
