// npm run docs         builds the documentation site into dist/docs. Fails on a dead link, and on a type that a public one
//                      mentions and that is not exported
// npm run docs -- dev  serves the site while you write
// npm run docs -- tables  only writes the generated tables: models, imports
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withModelTable } from './docs/model-table.mjs';
import { withImportTable } from './imports.mjs';
import { root, run } from './run.mjs';

const docs = join(root, 'docs');
const isDev = process.argv[2] === 'dev';

updateModelTable();
updateImportTable();
if (process.argv[2] === 'tables') process.exit();
const isBuilt =
  ensureTools() && runHere('typedoc', []) && runHere('vitepress', [isDev ? 'dev' : 'build', '.']);
if (isBuilt && !isDev) console.log('The site is in dist/docs. `npx serve dist/docs` shows it.');
process.exit(isBuilt ? 0 : 1);

function updateModelTable() {
  const page = join(docs, 'models.md');
  const { models } = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8'));
  writeFileSync(page, withModelTable(readFileSync(page, 'utf8'), models));
}

function updateImportTable() {
  const page = join(root, 'CONTRIBUTING.md');
  writeFileSync(page, withImportTable(readFileSync(page, 'utf8')));
}

/** The site's tools have a lock file of their own: `npm start` and `npm test` do not need them. */
function ensureTools() {
  const isInstalled = existsSync(join(docs, 'node_modules/.package-lock.json'));
  return isInstalled || run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: docs, shell: isWindows() });
}

/**
 * Runs a command of the site's tools in docs/.
 * @param {string} name
 * @param {string[]} args
 */
function runHere(name, args) {
  const folder = join(docs, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = join(folder, typeof bin === 'string' ? bin : bin[name]);
  return run(process.execPath, [script, ...args], { cwd: docs });
}

function isWindows() {
  return process.platform === 'win32';
}
