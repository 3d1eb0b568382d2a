// npm run check: types, zones, lint and unused code. Prints what failed and exits with 1.
import { startTool } from './run.mjs';

/** Each zone is compiled with the globals that exist there: see tsconfig/. */
export const ZONES = ['pure', 'page', 'worker', 'server'];

/**
 * @typedef {{ title: string, run: (held: boolean) => Promise<{ succeeded: boolean, said: string }> }} Check
 * @type {Check[]}
 */
export const CHECKS = [
  { title: 'Types', run: (held) => startTool('tsc', ['--noEmit'], { from: 'typescript', held }) },
  { title: 'Zones', run: checkZones },
  { title: 'Lint', run: (held) => startTool('biome', ['check', '.'], { from: '@biomejs/biome', held }) },
  { title: 'Unused code', run: (held) => startTool('knip', ['--no-progress'], { held }) },
];

/** @param {boolean} held */
async function checkZones(held) {
  const results = [];
  for (const zone of ZONES) {
    results.push(
      await startTool('tsc', ['--noEmit', '-p', `tsconfig/${zone}.json`], { from: 'typescript', held }),
    );
  }
  return {
    succeeded: results.every(({ succeeded }) => succeeded),
    said: results.map(({ said }) => said).join(''),
  };
}

if (process.argv[1] === import.meta.filename) {
  const results = await Promise.all(CHECKS.map(async ({ title, run }) => ({ title, ...(await run(true)) })));
  for (const { title, succeeded, said } of results) {
    if (!succeeded) console.log(`── ${title}\n${said}`);
  }
  const failed = results.filter(({ succeeded }) => !succeeded);
  console.log(
    failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ title }) => title).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
