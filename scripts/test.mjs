// npm test: everything but the tests with the tag "long". npm test -- <arguments for Vitest>: only the tests they select.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from './check.mjs';
import { countTests } from './count-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { start, startTool } from './run.mjs';
import { formatTimes } from './stage-times.mjs';

/**
 * @typedef {import('./count-tests.mjs').Count} Count
 * @typedef {{ count: Count, output: string }} Outcome
 * @typedef {{ title: string, work: (capture: boolean) => Promise<Outcome> }} Step
 */

const started = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {import('./stage-times.mjs').Stage[]} */
const stages = [];
/** @type {import('./stage-times.mjs').FileTime[]} */
let files = [];
/** @type {import('./test-reporter.mjs').Failure[]} */
const failures = [];
const filter = process.argv.slice(2);

const isInstalled = ensureDependencies();
stages.push({ title: 'Dependencies', seconds: secondsSince(started) });
if (!isInstalled) {
  await runInParallel(failed('Dependencies'));
} else {
  const browserStarted = performance.now();
  const hasBrowser = await ensureBrowser();
  stages.push({ title: 'Browser', seconds: secondsSince(browserStarted) });
  if (filter.length > 0) await runInParallel(tests(filter));
  else await runEverything(hasBrowser);
}

console.log(`\n── Times\n${formatTimes({ stages, files, total: secondsSince(started) })}`);
// Once more at the end: the log of a whole run is long, and CI shows the last part of it.
if (failures.length > 0) console.log(`\n── Failed\n${failures.map(formatFailure).join('\n')}`);
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/**
 * Builds first: some tests use the build. The checks run beside the tests, which leave the processors idle at times.
 * @param {boolean} hasBrowser
 */
async function runEverything(hasBrowser) {
  await runInParallel(
    passOrFail('Build', (capture) => start(process.execPath, ['scripts/build.mjs'], { capture })),
  );
  await runInParallel(
    tests(['--tagsFilter=!long', ...(hasBrowser ? [] : ['--project', 'node'])]),
    ...(hasBrowser ? [] : [failed('Tests in a browser')]),
    ...CHECKS.map(({ title, run }) => passOrFail(title, run)),
    passOrFail('Size', (capture) => startTool('size-limit', [], { capture })),
  );
}

/**
 * Runs independent steps in parallel and adds their counts to the total. Prints the output of the first step while it
 * runs, and the captured output of the others afterwards.
 * @param {Step[]} steps
 */
async function runInParallel(...steps) {
  const outcomes = steps.map(async ({ work }, nth) => {
    const began = performance.now();
    const outcome = await work(nth > 0);
    return { ...outcome, seconds: secondsSince(began) };
  });
  for (const [nth, outcome] of outcomes.entries()) {
    const title = steps[nth]?.title ?? '';
    console.log(`\n── ${title}`);
    const { count, output, seconds } = await outcome;
    process.stdout.write(output);
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${title}: ${describe(count)} (${seconds.toFixed(1)} s)`);
    stages.push({ title, seconds });
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
}

/** @param {number} then a value of `performance.now()` */
function secondsSince(then) {
  return (performance.now() - then) / 1000;
}

/** @param {import('./test-reporter.mjs').Failure} failure */
function formatFailure({ title, message }) {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [`✗ ${title}`, ...lines.slice(0, 20).map((line) => `    ${line}`)].join('\n');
}

/** @param {Count} count */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A step that passes or fails as a whole.
 * @param {string} title
 * @param {(capture: boolean) => Promise<{ succeeded: boolean, output: string }>} work
 * @returns {Step}
 */
function passOrFail(title, work) {
  return {
    title,
    async work(capture) {
      const { succeeded, output } = await work(capture);
      if (!succeeded) failures.push({ title, message: output.trim() });
      return { count: { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }, output };
    },
  };
}

/** @param {string} title */
function failed(title) {
  return passOrFail(title, async () => ({ succeeded: false, output: '' }));
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
function tests(args) {
  return { title: 'Tests', work: (capture) => vitest(args, capture) };
}

/**
 * @param {string[]} args
 * @param {boolean} capture
 * @returns {Promise<Outcome>}
 */
async function vitest(args, capture) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-'));
  const results = join(folder, 'results.json');
  const own = join(folder, 'report.json');
  try {
    process.env.TEST_REPORT = own;
    const reporters = ['default', 'json', './scripts/test-reporter.mjs'].map((name) => `--reporter=${name}`);
    const options = [...reporters, `--outputFile.json=${results}`];
    const { succeeded, output } = await startTool('vitest', ['run', ...options, ...args], { capture });
    /** @type {import('./test-reporter.mjs').RunReport | undefined} */
    const report = readJson(own);
    files = report?.files ?? [];
    failures.push(...(report?.failures ?? []));
    /** @param {string[]} tags */
    const isLeftOut = (tags) => args.includes(`--tagsFilter=${tags.includes('long') ? '!long' : 'long'}`);
    return { count: countTests(readJson(results), succeeded, isLeftOut), output };
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
