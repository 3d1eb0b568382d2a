// npm test: everything. npm test -- <arguments for Vitest>: only the tests they select.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { start, startTool } from './run.mjs';

/**
 * @typedef {import('./count-tests.mjs').Count} Count
 * @typedef {{ count: Count, said: string }} Outcome
 * @typedef {{ title: string, work: (held: boolean) => Promise<Outcome> }} Step
 */

const total = { passed: 0, failed: 0, skipped: 0 };
const filter = process.argv.slice(2);

if (!ensureDependencies()) {
  await together(failed('Dependencies'));
} else {
  const hasBrowser = await ensureBrowser();
  if (filter.length > 0) await together(tests(filter));
  else await everything(hasBrowser);
}

if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @param {boolean} hasBrowser */
async function everything(hasBrowser) {
  await together(
    whole('Types', (held) => startTool('tsc', ['--noEmit'], { from: 'typescript', held })),
    whole('Lint', (held) => startTool('biome', ['check', '.'], { from: '@biomejs/biome', held })),
    whole('Build', (held) => start(process.execPath, ['scripts/build.mjs'], { held })), // some tests run what was built
  );
  await together(
    tests(hasBrowser ? [] : ['--project', 'node']),
    ...(hasBrowser ? [] : [failed('Tests in a browser')]),
    whole('Package', (held) => startTool('publint', ['run', '--strict', '--pack', 'npm'], { held })),
    whole('Size', (held) => startTool('size-limit', [], { held })),
  );
}

/**
 * Does steps that do not need each other at the same time, and adds how they went to the total. The first says what it
 * has to say as it goes; what the others said follows.
 * @param {Step[]} steps
 */
async function together(...steps) {
  const outcomes = steps.map(async ({ work }, nth) => {
    const started = performance.now();
    const outcome = await work(nth > 0);
    return { ...outcome, seconds: ((performance.now() - started) / 1000).toFixed(1) };
  });
  for (const [nth, outcome] of outcomes.entries()) {
    const title = steps[nth]?.title;
    console.log(`\n── ${title}`);
    const { count, said, seconds } = await outcome;
    process.stdout.write(said);
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${title}: ${describe(count)} (${seconds} s)`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
}

/** @param {Count} count */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A step that passes or fails as a whole.
 * @param {string} title
 * @param {(held: boolean) => Promise<{ succeeded: boolean, said: string }>} work
 * @returns {Step}
 */
function whole(title, work) {
  return {
    title,
    async work(held) {
      const { succeeded, said } = await work(held);
      return { count: { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }, said };
    },
  };
}

/** @param {string} title */
function failed(title) {
  return whole(title, async () => ({ succeeded: false, said: '' }));
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
function tests(args) {
  return { title: 'Tests', work: (held) => vitest(args, held) };
}

/**
 * @param {string[]} args
 * @param {boolean} held
 * @returns {Promise<Outcome>}
 */
async function vitest(args, held) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { succeeded, said } = await startTool('vitest', ['run', ...reporters, ...args], { held });
    return { count: countTests(readReport(file), succeeded), said };
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
