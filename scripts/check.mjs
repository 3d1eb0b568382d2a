// npm run check: types, zones, imports, lint and unused code. Prints what failed and exits with 1.
// npm run check -- --figures [--base <commit>]: prints the size of the repository instead.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printFigures } from './figures.mjs';
import { checkImports } from './imports.mjs';
import { isStarted, root, startTool } from './run.mjs';

/** Each zone is compiled with the globals that exist there: see tsconfig/. */
export const ZONES = ['pure', 'page', 'worker', 'server'];

/**
 * @typedef {{ title: string, run: (capture: boolean) => Promise<{ succeeded: boolean, output: string }> }} Check
 * @type {Check[]}
 */
export const CHECKS = [
  { title: 'Types', run: (capture) => checkTypes('tsconfig.json', capture) },
  { title: 'Zones', run: checkZones },
  { title: 'Imports', run: checkImports },
  {
    title: 'Lint',
    run: (capture) => startTool('biome', ['check', '.'], { from: '@biomejs/biome', capture }),
  },
  { title: 'Unused code', run: (capture) => startTool('knip', ['--no-progress'], { capture }) },
];

/** @param {boolean} capture */
async function checkZones(capture) {
  const results = [];
  for (const zone of ZONES) {
    results.push(await checkTypes(`tsconfig/${zone}.json`, capture));
  }
  return {
    succeeded: results.every(({ succeeded }) => succeeded),
    output: results.map(({ output }) => output).join(''),
  };
}

/**
 * Compiles a project. Results are cached: a second run takes a fifth of the time.
 * @param {string} project
 * @param {boolean} capture
 */
function checkTypes(project, capture) {
  const cache = join(root, 'node_modules/.cache', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', cache, '-p', project];
  return startTool('tsc', options, { from: 'typescript', capture });
}

if (isStarted(import.meta.filename)) {
  const { values } = parseArgs({ options: { figures: { type: 'boolean' }, base: { type: 'string' } } });
  if (values.figures) printFigures(values.base);
  else await runChecks();
}

async function runChecks() {
  const results = await Promise.all(CHECKS.map(async ({ title, run }) => ({ title, ...(await run(true)) })));
  for (const { title, succeeded, output } of results) {
    if (!succeeded) console.log(`── ${title}\n${output}`);
  }
  const failed = results.filter(({ succeeded }) => !succeeded);
  console.log(
    failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ title }) => title).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
