import { startService } from '../index.ts';

/** An instance that begins a task and never ends it. Run as a process of its own, to be killed. */
const [databaseUrl, data] = process.argv.slice(2);
if (databaseUrl === undefined || data === undefined) throw new Error('Name the database and the folder.');
const service = await startService({
  databaseUrl,
  data,
  leaseMs: 2_000,
  pollMs: 50,
  analyzer: {
    analyze() {
      process.stdout.write('began\n');
      return new Promise(() => {});
    },
  },
});
process.stdout.write(`${service.url}\n`);
