import { startService } from '../index.ts';

/** Runs an API instance. Started as a process, to be frozen. Prints its URL. */
const [databaseUrl, data] = process.argv.slice(2);
if (databaseUrl === undefined || data === undefined)
  throw new Error('Usage: api-instance.ts <database URL> <data folder>');
const service = await startService({ databaseUrl, data, role: 'api' });
process.stdout.write(`${service.url}\n`);
