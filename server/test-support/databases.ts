import { afterAll, beforeAll, describe, test } from 'vitest';
import { findPostgresBinaries, type PrivatePostgres, startPostgres } from './private-postgres.ts';

/** The database of a service in a test. */
export interface TestDatabase {
  /** If undefined, the database is embedded and in memory. */
  databaseUrl?: string;
}

const SLOW_START = 180_000;

/** Runs the tests on the embedded database and, if a Postgres server is installed, on that. */
export function onEachDatabase(name: string, tests: (database: () => TestDatabase) => void): void {
  describe(`${name}, on PGlite`, () => tests(() => ({})));
  onPostgres(name, (url) => tests(() => ({ databaseUrl: url() })));
}

/** Runs tests that need several connections. Without an installed Postgres server they are skipped. */
export function onPostgres(
  name: string,
  tests: (url: () => string, server: () => PrivatePostgres) => void,
): void {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) {
    test(`${name}, on Postgres: skipped, because no Postgres server is installed`, () => {});
    return;
  }
  describe(`${name}, on Postgres`, () => {
    let server: PrivatePostgres;
    beforeAll(async () => {
      server = await startPostgres(binaries);
    }, SLOW_START);
    afterAll(() => server.stop());
    tests(
      () => server.url,
      () => server,
    );
  });
}
