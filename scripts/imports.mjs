// The import table: which folder may import which. `npm run check` compares it with the imports of the sources, and
// `npm run docs -- tables` writes it into CONTRIBUTING.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { isTest, listSources, readImports } from './source-graph.mjs';

/**
 * What each folder may import besides itself: names in the same parent folder, or paths below them. In src/, every folder
 * may also import errors.ts. `types:` allows types only, `*` allows everything. Tests may import what they want.
 * @type {Readonly<Record<string, string>>}
 */
export const IMPORT_TABLE = {
  'src/domain': '',
  'src/rules': 'domain',
  'src/analysis': 'domain',
  'src/wire': 'domain',
  'src/platform': 'domain',
  'src/photo': '',
  'src/worker': 'platform',
  'src/store': 'domain rules',
  'src/operations': 'domain rules store photo platform',
  'src/inference': 'domain analysis photo platform worker',
  'src/remote': 'domain wire photo platform',
  'src/sync': 'domain rules wire photo platform store operations remote',
  'src/compare': 'domain analysis photo platform worker',
  'src/report': 'domain analysis compare wire photo platform worker',
  'src/estimate': 'domain rules analysis',
  'src/guide': 'domain analysis inference/frames types:inference/frame-reader.ts',
  'src/walk': 'domain analysis',
  'src/live': 'domain platform',
  'src/elements': 'domain analysis platform guide walk',
  'src/react': 'domain platform live elements types:kerbside.ts',
  'src/service-worker': 'worker types:kerbside.ts',
  'src/vite': 'domain analysis inference',
  'src/node': 'domain rules analysis wire photo platform store inference report estimate compare kerbside.ts',
  'src/bundles': '*',
  src: '*',
  workers: 'src/inference src/report src/worker',
  server:
    'src/errors.ts src/domain src/rules src/analysis src/wire src/photo src/platform src/store src/operations src/report src/estimate src/node',
  demo: '',
};

/** Checks the imports of the sources, and whether CONTRIBUTING.md has the table as it is. */
export async function checkImports() {
  const errors = findImportErrors();
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  if (page !== withImportTable(page))
    errors.push('CONTRIBUTING.md has an older import table: run npm run docs -- tables');
  return { succeeded: errors.length === 0, output: `${errors.join('\n')}\n` };
}

/**
 * Returns what is wrong with the imports of the sources: imports that the table does not allow, entries of the table
 * that nothing needs, and circles between the parts of a folder.
 * @param {string} [folder] the root of the repository
 * @returns {string[]}
 */
export function findImportErrors(folder = root) {
  const files = listSources(folder, ['src', 'workers', 'server', 'demo']).filter((file) => !isTest(file));
  const imports = readImports(folder, files);
  return [...findForbidden(files, imports), ...findCycles(imports)];
}

/**
 * @param {readonly string[]} files
 * @param {readonly import('./source-graph.mjs').Import[]} imports
 */
function findForbidden(files, imports) {
  const unlisted = [...new Set(files.map(folderOf))].filter((folder) => !(folder in IMPORT_TABLE));
  const errors = unlisted.map((folder) => `${folder} has no row in the import table (scripts/imports.mjs)`);
  const rules = new Map(Object.keys(IMPORT_TABLE).map((folder) => [folder, readRules(folder)]));
  for (const { from, to, line, isType } of imports) {
    const folder = folderOf(from);
    const own = rules.get(folder) ?? [];
    if (folderOf(to) === folder) continue;
    if (to === 'src/errors.ts' && folder.startsWith('src/')) continue;
    const rule = own.find(({ path, typesOnly }) => isBelow(to, path) && (isType || !typesOnly));
    if (!rule) errors.push(`${from}:${line} imports ${to}. ${folder} may import: ${describeRow(folder)}`);
    else rule.isUsed = true;
  }
  const unused = [...rules].flatMap(([folder, own]) =>
    own
      .filter(({ path, isUsed }) => path !== '' && !isUsed)
      .map(({ path }) => `${folder} does not import ${path}: take it out of the import table`),
  );
  return [...errors, ...unused];
}

/** @param {string} folder */
function readRules(folder) {
  const parent = folder.slice(0, folder.lastIndexOf('/') + 1);
  return namesOf(folder).map((name) => {
    const typesOnly = name.startsWith('types:');
    const path = name === '*' ? '' : parent + name.replace('types:', '');
    return { path, typesOnly, isUsed: false };
  });
}

/** @param {string} folder */
const namesOf = (folder) => (IMPORT_TABLE[folder] ?? '').split(' ').filter((name) => name !== '');

/**
 * Returns the row of the table that a file belongs to: the folder in src/, or the one at the top.
 * @param {string} file
 */
function folderOf(file) {
  const [top = '', second = '', third] = file.split('/');
  return top === 'src' && third !== undefined ? `${top}/${second}` : top;
}

/** @param {string} file @param {string} path */
const isBelow = (file, path) => path === '' || file === path || file.startsWith(`${path}/`);

/**
 * Returns an error for each folder whose parts (folders and files) import each other in a circle.
 * @param {readonly import('./source-graph.mjs').Import[]} imports
 */
function findCycles(imports) {
  /** @type {Map<string, Map<string, Set<string>>>} folder → part → imported parts */
  const graphs = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [from.split('/'), to.split('/')];
    const depth = a.findIndex((name, index) => name !== b[index]);
    const [folder, part, imported] = [a.slice(0, depth).join('/'), a[depth] ?? '', b[depth] ?? ''];
    const graph = graphs.get(folder) ?? new Map();
    graphs.set(folder, graph.set(part, (graph.get(part) ?? new Set()).add(imported)));
  }
  return [...graphs].flatMap(([folder, graph]) => {
    const cycle = findCycle(graph);
    return cycle ? [`${folder || 'The root'} has a circle: ${cycle.join(' → ')}`] : [];
  });
}

/**
 * @param {Map<string, Set<string>>} graph
 * @returns {string[] | undefined} the first circle; its first and last part are the same
 */
function findCycle(graph) {
  const done = new Set();
  /** @type {(part: string, path: string[]) => string[] | undefined} */
  const visit = (part, path) => {
    if (path.includes(part)) return [...path.slice(path.indexOf(part)), part];
    if (done.has(part)) return undefined;
    for (const imported of graph.get(part) ?? []) {
      const cycle = visit(imported, [...path, part]);
      if (cycle) return cycle;
    }
    done.add(part);
    return undefined;
  };
  for (const part of graph.keys()) {
    const cycle = visit(part, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * Returns CONTRIBUTING.md with the import table brought up to date: the last cell of each row that names a folder.
 * @param {string} page
 */
export function withImportTable(page) {
  return page.replace(
    /^(\| (?:\[[^\]]+\]\(([^)]+)\)|`([^`]+)`) \| .* \|)[^|\n]*\|$/gm,
    (row, head, link, file) => {
      const folder = (link ?? file).replace(/\/(README\.md)?$/, '');
      return folder in IMPORT_TABLE ? `${head} ${describeRow(folder)} |` : row;
    },
  );
}

/** @param {string} folder */
function describeRow(folder) {
  const names = namesOf(folder);
  if (names.length === 0) return folder.startsWith('src/') ? '`errors.ts`' : 'nothing';
  if (names[0] === '*') return 'all';
  return names
    .map((name) => (name.startsWith('types:') ? `types of \`${name.slice(6)}\`` : `\`${name}\``))
    .join(', ');
}
