import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A row as the service wrote it: every value as text, which Postgres accepts for every type. */
export interface WrittenRow {
  table: string;
  columns: string[];
  values: (string | null)[];
}

/** Returns every row that a request writes: those whose transaction began after the request did. Waits until nothing else writes. */
export async function findRowsOfRequest<T>(
  client: pg.Client,
  send: () => Promise<T>,
): Promise<{ rows: WrittenRow[]; response: T }> {
  const before = await waitUntilQuiet(client);
  const response = await send();
  const rows: WrittenRow[] = [];
  for (const [table, columns] of await listTables(client)) {
    const list = columns.map((column) => `"${column}"::text`).join(', ');
    const found = await client.query({
      text: `select ${list} from ${table} where xmin::text::bigint > $1`,
      values: [before],
      rowMode: 'array',
    });
    for (const values of found.rows as (string | null)[][]) rows.push({ table, columns, values });
  }
  return { rows, response };
}

const QUIET_MS = 1_000;

/** Resolves to the number of the latest transaction as soon as none was added for a second. */
async function waitUntilQuiet(client: pg.Client): Promise<string> {
  let last = '';
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text as id',
    );
    const current = rows[0]?.id ?? '';
    if (current === last) return current;
    last = current;
    await sleep(QUIET_MS);
  }
}

/**
 * Returns all tables of the service with the columns that an insert may set. Unlogged tables are left out: what they count is
 * written once a second, not per request.
 */
async function listTables(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE'
       and (select relpersistence from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass) = 'p'
       and c.table_schema not in ('pg_catalog', 'information_schema')
       and c.is_identity = 'NO' and c.is_generated = 'NEVER'
     order by 1, c.ordinal_position`,
  );
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
  return tables;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns the same rows with other ids: each id is replaced by one new id, wherever it occurs. `ids` gets the new ones. */
export function withNewIds(
  rows: readonly WrittenRow[],
  ids: Map<string, string>,
  createId: () => string,
): WrittenRow[] {
  const replace = (id: string) => {
    const replaced = ids.get(id) ?? createId();
    ids.set(id, replaced);
    return replaced;
  };
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value) => value?.replace(ID, replace) ?? null),
  }));
}
