// The whole service under load: Postgres, an S3 server, API and worker processes, devices on a bad network, kills. With
// `--plan <result>`: how many of each 100,000 devices need, simulated with the costs of a measured run.
import { writeFileSync } from 'node:fs';
import { finish } from '../lib/report.ts';
import { isComplete } from './load/compare.ts';
import { measure } from './measure.ts';
import { readScaleOptions } from './options.ts';
import { makePlan } from './plan.ts';
import { toRows } from './rows.ts';

process.on('disconnect', () => process.exit(1)); // the command that started it was killed
process.channel?.unref(); // the listener alone must not keep this process alive
const options = readScaleOptions(process.argv.slice(2));
if (options.plan !== undefined) {
  finish({ bench: 'scale', ...makePlan(options.plan, options.pictures) });
} else {
  const result = await measure(options, console.log);
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`);
  finish({ bench: 'scale', rows: toRows(result), details: result });
  if (result.comparison && !isComplete(result.comparison)) process.exitCode = 1;
}
