// npm run test:soak: what takes too long for npm test. A million schedules of the simulation on every core (SCHEDULES=…
// for another number; it prints how to go on when it was stopped), and a whole working day in Chromium.
import { ensureBrowser } from './ensure-browser.mjs';
import { run, runTool } from './run.mjs';

const simulation = run(process.execPath, ['--import', 'tsx', 'test/node/sync-simulation/soak.ts']);
const hasBrowser = await ensureBrowser();
const day =
  hasBrowser &&
  runTool('vitest', ['run', '--project', 'e2e', 'test/e2e/sync-killed.test.ts'], {
    env: { ...process.env, KERBSIDE_SOAK: '1' },
  });
process.exitCode = simulation && day ? 0 : 1;
