import { openDatabase, openStorage } from '../open-storage.ts';
import type { ServiceOptions } from '../options.ts';
import { type RunningService, startServiceOn } from '../start-service.ts';
import { openReusedDatabase } from './reused-database.ts';

/** Starts the service like `startService`, but services in memory reuse databases, which is faster. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const storage = await openStorage(options, (url, folder) =>
    url === undefined && folder === undefined ? openReusedDatabase() : openDatabase(url, folder),
  );
  return startServiceOn(storage, options);
}
