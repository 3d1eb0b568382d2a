// npm run test:soak: tests that take too long for npm test. 1,000,000 schedules of the simulation on every core
// (SCHEDULES=… sets another number; if stopped, it prints how to continue), 10,000 imports of corrupt files, and in
// Chromium a whole working day, days on which everything fails (CHAOS_SEEDS=…, CHAOS_ROUNDS=…), more kills and more analyses.
import { ensureBrowser } from './ensure-browser.mjs';
import { run, runTool } from './run.mjs';

const simulation = run(process.execPath, ['--import', 'tsx', 'test/node/sync-simulation/soak.ts']);
const env = { ...process.env, KERBSIDE_SOAK: '1' };
const fuzzed = runTool(
  'vitest',
  ['run', '--project', 'node', '--testTimeout', '3600000', 'test/node/storage/archive-fuzz.test.ts'],
  { env },
);
const hasBrowser = await ensureBrowser();
const files = ['sync-killed', 'chaos', 'kill-chromium', 'inference-endurance'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
const killed = hasBrowser && runTool('vitest', ['run', '--project', 'e2e', ...files], { env });
process.exitCode = simulation && fuzzed && killed ? 0 : 1;
