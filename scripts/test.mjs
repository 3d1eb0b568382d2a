// npm test: everything. npm test -- <arguments for Vitest>: only the tests they select.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from './check.mjs';
import { countTests } from './count-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { start, startTool } from './run.mjs';
import { tableOfTimes } from './stage-times.mjs';

/**
 * @typedef {import('./count-tests.mjs').Count} Count
 * @typedef {{ count: Count, said: string }} Outcome
 * @typedef {{ title: string, work: (held: boolean) => Promise<Outcome> }} Step
 */

const started = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {import('./stage-times.mjs').Stage[]} */
const stages = [];
/** @type {import('./stage-times.mjs').FileTime[]} */
let files = [];
const filter = process.argv.slice(2);

const isInstalled = ensureDependencies();
stages.push({ title: 'Dependencies', seconds: secondsSince(started) });
if (!isInstalled) {
  await together(failed('Dependencies'));
} else {
  const asked = performance.now();
  const hasBrowser = await ensureBrowser();
  stages.push({ title: 'Browser', seconds: secondsSince(asked) });
  if (filter.length > 0) await together(tests(filter));
  else await everything(hasBrowser);
}

console.log(`\n── Times\n${tableOfTimes({ stages, files, total: secondsSince(started) })}`);
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @param {boolean} hasBrowser */
async function everything(hasBrowser) {
  await together(
    ...CHECKS.map(({ title, run }) => whole(title, run)),
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
    const began = performance.now();
    const outcome = await work(nth > 0);
    return { ...outcome, seconds: secondsSince(began) };
  });
  for (const [nth, outcome] of outcomes.entries()) {
    const title = steps[nth]?.title ?? '';
    console.log(`\n── ${title}`);
    const { count, said, seconds } = await outcome;
    process.stdout.write(said);
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${title}: ${describe(count)} (${seconds.toFixed(1)} s)`);
    stages.push({ title, seconds });
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
}

/** @param {number} then as `performance.now()` gave it */
function secondsSince(then) {
  return (performance.now() - then) / 1000;
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
  const report = join(folder, 'report.json');
  const times = join(folder, 'times.json');
  try {
    process.env.TEST_TIMES = times;
    const reporters = ['default', 'json', './scripts/time-reporter.mjs'].map((name) => `--reporter=${name}`);
    const options = [...reporters, `--outputFile.json=${report}`];
    const { succeeded, said } = await startTool('vitest', ['run', ...options, ...args], { held });
    files = readJson(times) ?? [];
    return { count: countTests(readJson(report), succeeded), said };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns undefined if Vitest has not written the file.
 * @param {string} file
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
