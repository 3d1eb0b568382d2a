// npm run bench -- <name…>: runs bench/<name>/run.ts for each name, or every bench when none is named, one after the
// other, then prints one table and one JSON object of what they found. A missed target is printed, not an error.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, run } from './run.mjs';

/** @typedef {import('../bench/lib/report.ts').Outcome} Outcome */

/** Benches that measure what was built; the others measure the sources. */
const USE_DIST = ['endurance', 'engines', 'inference', 'report', 'webgpu'];

const available = readdirSync(join(root, 'bench')).filter((name) =>
  existsSync(join(root, 'bench', name, 'run.ts')),
);
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : available;
const unknown = names.filter((name) => !available.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there is ${available.join(', ')}.`);
  process.exit(1);
}
if (!ensureDependencies() || !(await ensureBrowser())) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // what benches share is TypeScript
if (names.some((name) => USE_DIST.includes(name)) && !run(process.execPath, ['scripts/build.mjs']))
  process.exit(1);

/** @type {Outcome[]} */
const outcomes = [];
for (const name of names) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const outcome = await measured(name);
  outcomes.push({ ...outcome, seconds: Math.round((performance.now() - start) / 1000) });
}
const { jsonOf, tableOf } = await import('../bench/lib/report.ts');
console.log(`\n── results\n\n${tableOf(outcomes)}\n`);
console.log(JSON.stringify(jsonOf(outcomes, new Date())));
if (outcomes.some((outcome) => 'failed' in outcome)) process.exitCode = 1;

/**
 * In a process of its own, so that one that fails leaves the others alone.
 * @param {string} bench
 * @returns {Promise<Outcome>}
 */
function measured(bench) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join('bench', bench, 'run.ts')], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    /** @type {Outcome | undefined} */
    let report;
    child.on('message', (message) => {
      report = /** @type {Outcome} */ (message);
    });
    child.on('close', (code, signal) => {
      const failed = `it ended with ${signal ?? `status ${code}`}: see its message above`;
      if (code !== 0) resolve({ bench, failed });
      else resolve(report ?? { bench, failed: 'it ended without a report' });
    });
  });
}
