import type pg from 'pg';
import { type WrittenRow, withNewIds } from './rows-of-request.ts';

/** Inserts the rows with new ids, in one transaction. */
export async function insertRows(pool: pg.Pool, rows: readonly WrittenRow[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { table, columns, values } of withNewIds(rows, () => crypto.randomUUID())) {
      const names = columns.map((column) => `"${column}"`).join(', ');
      const places = columns.map((_, index) => `$${index + 1}`).join(', ');
      await client.query(`insert into ${table} (${names}) values (${places})`, values);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}
