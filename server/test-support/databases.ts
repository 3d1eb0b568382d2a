import { afterAll, beforeAll, describe, test } from 'vitest';
import { postgresBinaries, startPostgres } from './private-postgres.ts';

/** Where a service keeps its records in a test. */
export interface TestDatabase {
  /** Undefined: embedded, in memory. */
  databaseUrl?: string;
}

const SLOW_START = 180_000;

/** The same tests on the embedded database and, where a server is installed, on Postgres. */
export function onEachDatabase(name: string, tests: (database: () => TestDatabase) => void): void {
  describe(`${name}, on PGlite`, () => tests(() => ({})));
  onPostgres(name, (url) => tests(() => ({ databaseUrl: url() })));
}

/** Tests that need several connections: on Postgres only, and left out, by name, where none is installed. */
export function onPostgres(name: string, tests: (url: () => string) => void): void {
  const binaries = postgresBinaries();
  if (binaries === undefined) {
    test(`${name}, on Postgres: left out, because no Postgres server is installed here`, () => {});
    return;
  }
  describe(`${name}, on Postgres`, () => {
    let server: Awaited<ReturnType<typeof startPostgres>>;
    beforeAll(async () => {
      server = await startPostgres(binaries);
    }, SLOW_START);
    afterAll(() => server.stop());
    tests(() => server.url);
  });
}
