// The service that run.ts measures, in a process of its own.
import { startService } from '../../server/index.ts';

const [data] = process.argv.slice(2);
const service = await startService({
  ...(data !== undefined && { data }),
  limits: { requestsPerSecond: 10_000, burst: 10_000 },
});
process.send?.({ url: service.url, token: await service.tokenFor({ id: 'bench' }) });
process.once('disconnect', () => service.close());
