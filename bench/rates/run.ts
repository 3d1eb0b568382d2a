// What a rate limit that holds across instances costs per request: shared buckets in Postgres beside none, and beside one statement per request.
import { migrate } from '../../server/database/migrate.ts';
import { openPg } from '../../server/database/pg-database.ts';
import { createSharedTokenBuckets } from '../../server/rates/shared-token-buckets.ts';
import { createTokenBuckets } from '../../server/rates/token-bucket.ts';
import { findPostgresBinaries, startPostgres } from '../../server/test-support/private-postgres.ts';
import { finish } from '../lib/report.ts';
import { row } from '../lib/row.ts';

const ROUNDS = 5;
const REQUESTS = 2_000;
const USERS = 20;

const binaries = findPostgresBinaries();
if (!binaries) throw new Error('This bench needs an installed Postgres server.');
const postgres = await startPostgres(binaries);
const database = await openPg(postgres.url);
try {
  await migrate(database);
  const now = () => performance.now();
  const [perSecond, burst] = [100_000, 500];
  const local = createTokenBuckets({ perSecond, burst, now });
  const shared = createSharedTokenBuckets(database, { perSecond, burst, now });
  const single = createSharedTokenBuckets(database, { perSecond, burst: 19, now }); // leases of one token
  const ways = {
    'a read of the database, no limit': async () => {},
    'with a limit per instance': async (user: string) => void (await local.take(user)),
    'with a shared limit': async (user: string) => void (await shared.take(user)),
    'with a shared limit, one statement per request': async (user: string) => void (await single.take(user)),
  };
  const best = new Map<string, number>();
  // Interleaved, and the best round of each: what else runs on the machine slows all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, limit] of Object.entries(ways)) {
      const start = now();
      for (let index = 0; index < REQUESTS; index += 1) {
        await limit(`user ${index % USERS}`);
        await database.query('select state, version from inspections where id = $1', ['none']);
      }
      const microseconds = ((now() - start) / REQUESTS) * 1000;
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, microseconds));
    }
  }
  finish({
    bench: 'rates',
    rows: [...best].map(([name, figure]) => row(name, { figure, unit: 'µs per request' })),
  });
} finally {
  await database.close();
  postgres.stop();
}
