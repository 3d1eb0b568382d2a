import { KerbsideError } from '../../src/errors.ts';
import type { Database, Queries } from '../database/database.ts';
import { moveCallbackHeaders } from './callback-headers.ts';
import { fillFleetColumns } from './fleet-rows.ts';

/** SQL, or a function that changes stored records. */
export type MigrationStep = string | ((queries: Queries) => Promise<void>);

/**
 * The steps of the database schema. A released step never changes: databases exist that have applied it.
 *
 * States are `json`, not `jsonb`: `jsonb` rejects texts that JSON allows (U+0000, lone surrogates) and that a device may
 * have stored. For the same reason no JSON operator is used on them: fields that queries need have their own columns. Ids
 * sort by code unit, so their collation is "C".
 */
export const MIGRATIONS: readonly MigrationStep[] = [
  `
  create table inspections (
    id text collate "C" primary key,
    version integer not null,
    owner_id text not null,
    organization_id text not null,
    status text not null,
    deleted boolean not null,
    commits text[] not null,
    tasks json not null,
    state json not null
  );
  create index inspections_by_owner on inspections (owner_id, id);
  create index inspections_by_organization on inspections (organization_id, id);

  create table photos (
    image_id text collate "C" primary key,
    inspection_id text collate "C" not null,
    blob_id text not null,
    type text not null,
    sha256 text not null
  );
  create index photos_by_inspection on photos (inspection_id);

  create table operations (
    sequence bigint generated always as identity primary key,
    inspection_id text collate "C" not null,
    operation json not null
  );
  create index operations_by_inspection on operations (inspection_id, sequence);

  create table jobs (
    inspection_id text collate "C" not null,
    kind text not null,
    subject text not null,
    attempts integer not null default 0,
    run_after timestamptz not null default now(),
    leased_by text,
    leased_until timestamptz,
    primary key (inspection_id, kind, subject)
  );
  create index jobs_by_turn on jobs (run_after);

  create table callbacks (
    id text primary key,
    inspection_id text collate "C" not null,
    request json not null,
    attempts integer not null default 0,
    run_after timestamptz not null default now()
  );
  create index callbacks_by_turn on callbacks (run_after);

  create table answers (
    user_id text not null,
    key text not null,
    request_hash text not null,
    body json,
    created_at timestamptz not null default now(),
    primary key (user_id, key)
  );
  create index answers_by_age on answers (created_at);

  create table settings (
    name text primary key,
    value text not null
  );

  create table reports (
    inspection_id text collate "C" primary key,
    id text not null,
    blob_id text,
    request json,
    created_at timestamptz not null default now()
  );
  `,
  `
  create table callback_headers (
    inspection_id text collate "C" not null,
    task_name text not null,
    position integer not null,
    headers json not null,
    primary key (inspection_id, task_name, position)
  );
  `,
  moveCallbackHeaders,
  `
  alter table inspections
    add column fleet_row json,
    add column outcome text,
    add column severity smallint,
    add column created_at timestamptz,
    add column cost_amount bigint,
    add column cost_currency text,
    add column search_text text;
  `,
  fillFleetColumns,
  `
  create index inspections_by_outcome on inspections (organization_id, outcome, id);
  create index inspections_by_creation on inspections (organization_id, created_at);
  `,
  `
  create table uploads (
    id text primary key,
    blob_id text not null,
    user_id text not null,
    inspection_id text collate "C" not null,
    key text not null,
    size integer not null,
    type text not null,
    sha256 text not null,
    created_at timestamptz not null default now(),
    unique (user_id, inspection_id, key, sha256)
  );
  create index uploads_by_inspection on uploads (inspection_id);
  create index uploads_by_age on uploads (created_at);
  `,
  `
  alter table jobs add column last_error text;

  create table dead_jobs (
    id bigint generated always as identity primary key,
    inspection_id text collate "C" not null,
    kind text not null,
    subject text not null,
    attempts integer not null,
    last_error text,
    died_at timestamptz not null default now()
  );
  create index dead_jobs_by_inspection on dead_jobs (inspection_id);
  create index dead_jobs_by_age on dead_jobs (died_at);
  `,
  `
  create unlogged table rate_limits (
    key text collate "C" primary key,
    tokens float8 not null,
    granted float8 not null,
    refilled_at timestamptz not null
  ) with (fillfactor = 50);
  `,
  `
  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    action text not null,
    inspection_id text collate "C" not null,
    photos integer not null,
    reports integer not null
  );
  `,
  // During a rolling upgrade, instances of version 0.2 read and write the view. The release after 0.3 drops it.
  `
  alter table answers rename to responses;
  alter index answers_pkey rename to responses_pkey;
  alter index answers_by_age rename to responses_by_age;
  create view answers as select * from responses;
  `,
  `
  alter table inspections add column kept json;
  `,
  // The rows of version 0.2 say `clean` if a model found nothing.
  fillFleetColumns,
];

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
