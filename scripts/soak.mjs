// npm run test:soak: tests that take too long for npm test. 1,000,000 schedules of the simulation on every core
// (SCHEDULES=… sets another number; if stopped, it prints how to continue), and in Chromium a whole working day and more kills.
import { ensureBrowser } from './ensure-browser.mjs';
import { run, runTool } from './run.mjs';

const simulation = run(process.execPath, ['--import', 'tsx', 'test/node/sync-simulation/soak.ts']);
const hasBrowser = await ensureBrowser();
const files = ['sync-killed', 'kill-chromium'].map((name) => `test/e2e/${name}.test.ts`);
const killed =
  hasBrowser &&
  runTool('vitest', ['run', '--project', 'e2e', ...files], { env: { ...process.env, KERBSIDE_SOAK: '1' } });
process.exitCode = simulation && killed ? 0 : 1;
