import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** An arbitrary number, the same in every instance. The instance that holds the lock migrates, the others wait. */
const MIGRATION_LOCK = 724_310_519;

/**
 * Applies all missing steps of the schema, or none.
 *
 * @param steps - All steps that this version has.
 * @throws `storage_outdated` if the database has a newer schema than this version of the service.
 */
export async function migrate(database: Database, steps = MIGRATIONS): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await queries.query(
      'create table if not exists migrations (version integer primary key, applied_at timestamptz not null default now())',
    );
    const applied = await loadAppliedVersion(queries);
    if (applied > steps.length) {
      throw new KerbsideError(
        'storage_outdated',
        `The database has schema ${applied}, this version of the service supports ${steps.length}. Run a newer version.`,
      );
    }
    for (const [index, step] of steps.entries()) {
      if (index < applied) continue;
      if (typeof step === 'function') await step(queries);
      else for (const statement of splitStatements(step)) await queries.query(statement);
      await queries.query('insert into migrations (version) values ($1)', [index + 1]);
    }
  });
}

async function loadAppliedVersion(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from migrations',
  );
  return row?.version ?? 0;
}

/** Postgres prepares one statement at a time. No step has a semicolon inside a statement. */
function splitStatements(step: string): string[] {
  return step
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
