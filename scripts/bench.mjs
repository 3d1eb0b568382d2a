// npm run bench -- <name…> <options>: runs bench/<name>/run.ts for each name, by default all benches, one after the other,
// with the options. Then prints the results as one table and one JSON object. A missed target is printed; it is not an error.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, run } from './run.mjs';

/** @typedef {import('../bench/lib/report.ts').Outcome} Outcome */

/** Benches that measure the build. The others measure the sources. */
const USE_DIST = ['engines', 'inference', 'scale'];

const available = readdirSync(join(root, 'bench')).filter((name) =>
  existsSync(join(root, 'bench', name, 'run.ts')),
);
const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('--'));
const requested = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
const names = requested.length > 0 ? requested : available;
const unknown = names.filter((name) => !available.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(', ')}. Benches: ${available.join(', ')}.`);
  process.exit(1);
}
if (!ensureDependencies() || !(await ensureBrowser())) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // the shared code of the benches is TypeScript
if (names.some((name) => USE_DIST.includes(name)) && !run(process.execPath, ['scripts/build.mjs']))
  process.exit(1);

/** @type {Outcome[]} */
const outcomes = [];
for (const name of names) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const outcome = await runBench(name);
  outcomes.push({ ...outcome, seconds: Math.round((performance.now() - start) / 1000) });
}
const { formatTable, toJson } = await import('../bench/lib/report.ts');
console.log(`\n── results\n\n${formatTable(outcomes)}\n`);
console.log(JSON.stringify(toJson(outcomes, new Date())));
if (outcomes.some((outcome) => 'failed' in outcome)) process.exitCode = 1;

/**
 * Runs a bench in a new process, so that a failure does not affect the others.
 * @param {string} bench
 * @returns {Promise<Outcome>}
 */
function runBench(bench) {
  return new Promise((resolve) => {
    const program = ['--import', 'tsx', join('bench', bench, 'run.ts'), ...options];
    const child = spawn(process.execPath, program, {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    /** @type {Outcome | undefined} */
    let report;
    child.on('message', (message) => {
      report = /** @type {Outcome} */ (message);
    });
    child.on('close', (code, signal) => {
      const failed = `exited with ${signal ?? `status ${code}`}; see its message above`;
      if (code !== 0) resolve({ bench, failed });
      else resolve(report ?? { bench, failed: 'exited without a report' });
    });
  });
}
