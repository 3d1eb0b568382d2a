// npm run check -- --figures [--base <commit>]: prints how large the repository is, with --base beside an earlier commit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';
import { isTest, listSources, readImports } from './source-graph.mjs';

const FOLDERS = ['src', 'server', 'demo', 'bench', 'scripts'];
/** A file of at most so many lines with one importer might be a part of that importer. */
const SMALL = 60;

/** @param {string | undefined} base a commit */
export function printFigures(base) {
  const now = readFigures(root);
  const before = base === undefined ? undefined : readFiguresOf(base);
  const number = (/** @type {number | undefined} */ value) => value?.toLocaleString('en') ?? '';
  const line = (/** @type {string[]} */ [name = '', ...cells]) =>
    `${name.padEnd(46)}${cells.map((cell) => cell.padStart(12)).join('')}`;
  if (before) console.log(line(['', base?.slice(0, 8) ?? '', 'now']));
  for (const [name, value] of Object.entries(now)) {
    console.log(line([name, ...(before ? [number(before[name])] : []), number(value)]));
  }
}

/** @param {string} commit */
function readFiguresOf(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-figures-'));
  try {
    const archive = execFileSync('git', ['archive', commit, '.', ':!models/*.onnx'], {
      cwd: root,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    return readFigures(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder the root of a checkout
 * @returns {Record<string, number>}
 */
function readFigures(folder) {
  const files = listSources(folder, FOLDERS).filter((file) => !isTest(file));
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8');
  const lines = new Map(files.map((file) => [file, read(file).split('\n').length - 1]));
  const linesOf = (/** @type {string} */ top) =>
    files.filter((file) => file.startsWith(`${top}/`)).reduce((sum, file) => sum + (lines.get(file) ?? 0), 0);
  const importers = new Map(files.map((file) => [file, new Set()]));
  for (const { from, to } of readImports(folder, files)) importers.get(to)?.add(from);
  const ofSource = files.filter((file) => file.startsWith('src/'));
  const withOne = ofSource.filter((file) => importers.get(file)?.size === 1);
  const chunks = ofSource.flatMap((file) => read(file).match(/\bloadChunk\(/g) ?? []);
  return {
    ...Object.fromEntries(FOLDERS.map((top) => [`lines of ${top}, without tests`, linesOf(top)])),
    'Markdown, kB': Math.round(sizeOfMarkdown(folder) / 1000),
    'sites of loadChunk': chunks.length,
    'files of src': ofSource.length,
    '… with one importer': withOne.length,
    [`… of at most ${SMALL} lines`]: withOne.filter((file) => (lines.get(file) ?? 0) <= SMALL).length,
  };
}

/** @param {string} folder @returns {number} bytes */
function sizeOfMarkdown(folder) {
  const names = readdirSync(folder, { withFileTypes: true });
  return names.reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|\..*)$/.test(entry.name) ? sum : sum + sizeOfMarkdown(path);
    return entry.name.endsWith('.md') ? sum + statSync(path).size : sum;
  }, 0);
}
