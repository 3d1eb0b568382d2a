// npm test: everything. npm test -- <arguments for Vitest>: only the tests they select.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { run, runTool } from './run.mjs';

/** @typedef {import('./count-tests.mjs').Count} Count */

const total = { passed: 0, failed: 0, skipped: 0 };
const filter = process.argv.slice(2);

if (!ensureDependencies()) {
  step('Dependencies', () => one(false));
} else {
  const hasBrowser = await ensureBrowser();
  if (filter.length > 0) step('Tests', () => vitest(filter));
  else everything(hasBrowser);
}

if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @param {boolean} hasBrowser */
function everything(hasBrowser) {
  step('Types', () => one(runTool('tsc', ['--noEmit'], { from: 'typescript' })));
  step('Lint', () => one(runTool('biome', ['check', '.'], { from: '@biomejs/biome' })));
  step('Build', () => one(run(process.execPath, ['scripts/build.mjs']))); // some tests run what was built
  step('Tests', () => vitest(hasBrowser ? [] : ['--project', 'node']));
  if (!hasBrowser) step('Tests in a browser', () => one(false));
  step('Package', () => one(runTool('publint', ['run', '--strict', '--pack', 'npm'])));
  step('Size', () => one(runTool('size-limit', [])));
}

/**
 * Prints a heading, does the work, prints how it went and adds it to the total.
 * @param {string} title
 * @param {() => Count} work
 */
function step(title, work) {
  console.log(`\n── ${title}`);
  const start = performance.now();
  const { passed, failed, skipped } = work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${failed > 0 ? '✗' : '✓'} ${title}: ${describe({ passed, failed, skipped })} (${seconds} s)`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** @param {Count} count */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A step that passes or fails as a whole.
 * @param {boolean} succeeded
 * @returns {Count}
 */
function one(succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/** @param {string[]} args */
function vitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = runTool('vitest', ['run', ...reporters, ...args]);
    return countTests(readReport(file), succeeded);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} file
 * @returns {import('./count-tests.mjs').Report | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
