#!/usr/bin/env node
import { run } from './cli/run.ts';
import { compileWhatIsHot } from './cli/tune-v8.ts';

compileWhatIsHot();

// Whoever reads our output may stop reading, as `head` does: no reason to complain.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr });
