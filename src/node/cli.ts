#!/usr/bin/env node
import { runCommandLine } from './cli/run.ts';
import { delayWasmOptimization } from './cli/tune-v8.ts';

delayWasmOptimization();

// The reader of the output may stop reading, as `head` does. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), { out: process.stdout, err: process.stderr });
