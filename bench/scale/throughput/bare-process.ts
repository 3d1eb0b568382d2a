// A process that inserts rows as fast as it can. It gets a `BareJob`, then numbers of seconds; for each it sends a `BareReport`.
import { once } from 'node:events';
import pg from 'pg';
import type { BareJob, BareReport } from './bare-inserts.ts';
import { runClosedLoop } from './closed-loop.ts';
import { type WrittenRow, withNewIds } from './rows-of-request.ts';

const [{ databaseUrl, connections, requests }] = (await once(process, 'message')) as [BareJob];
const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });

process.on('message', async (seconds: number) => {
  const before = process.cpuUsage();
  const loop = await runClosedLoop(insertAll, { concurrency: connections, seconds });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ loop, cpuSeconds: (user + system) / 1e6 } satisfies BareReport);
});

async function insertAll(): Promise<void> {
  const ids = new Map<string, string>();
  for (const rows of requests) await insertRows(withNewIds(rows, ids, () => crypto.randomUUID()));
}

/** Inserts rows in one transaction, with prepared statements. */
async function insertRows(rows: readonly WrittenRow[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { table, columns, values } of rows) {
      const names = columns.map((column) => `"${column}"`).join(', ');
      const places = columns.map((_, index) => `$${index + 1}`).join(', ');
      const text = `insert into ${table} (${names}) values (${places})`;
      await client.query({ name: table, text, values });
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}
