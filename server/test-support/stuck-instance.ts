import { startService } from '../index.ts';

/** Runs an instance that starts a task and never ends it. Started as a process, to be killed. */
const [databaseUrl, data] = process.argv.slice(2);
if (databaseUrl === undefined || data === undefined)
  throw new Error('Usage: stuck-instance.ts <database URL> <data folder>');
const service = await startService({
  databaseUrl,
  data,
  leaseMs: 2_000,
  pollMs: 50,
  analyzer: {
    analyze() {
      process.stdout.write('started\n');
      return new Promise(() => {});
    },
  },
});
process.stdout.write(`${service.url}\n`);
