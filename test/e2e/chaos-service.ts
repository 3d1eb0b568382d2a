import { startService } from '../../server/index.ts';

/** Runs the reference service. Started as a process, to be killed. Prints its address and a token of the user. */
const [databaseUrl, data, port, userId] = process.argv.slice(2);
if (databaseUrl === undefined || data === undefined || userId === undefined)
  throw new Error('Usage: chaos-service.ts <database URL> <data folder> <port> <user>');
const A_DAY_S = 86_400;
const service = await startService({
  databaseUrl,
  data,
  port: Number(port),
  limits: { requestsPerSecond: 10_000, burst: 10_000 },
});
const token = await service.tokenFor({ id: userId }, { expiresIn: A_DAY_S });
process.stdout.write(`${JSON.stringify({ url: service.url, token })}\n`);
