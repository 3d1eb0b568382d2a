import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** Any number, the same in every instance: who holds it migrates, the others wait and find it done. */
const MIGRATION_LOCK = 724_310_519;

/** Brings the schema to this version of the service: all missing steps, or none. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await queries.query(
      'create table if not exists migrations (version integer primary key, applied_at timestamptz not null default now())',
    );
    const applied = await appliedVersion(queries);
    if (applied > MIGRATIONS.length) {
      throw new KerbsideError(
        'storage_outdated',
        `The database is at schema ${applied}, and this version of the service knows ${MIGRATIONS.length}: run a newer one.`,
      );
    }
    for (const [index, step] of MIGRATIONS.entries()) {
      if (index < applied) continue;
      for (const statement of statementsOf(step)) await queries.query(statement);
      await queries.query('insert into migrations (version) values ($1)', [index + 1]);
    }
  });
}

async function appliedVersion(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from migrations',
  );
  return row?.version ?? 0;
}

/** A prepared statement is one statement; no step of ours has a semicolon inside one. */
function statementsOf(step: string): string[] {
  return step
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
