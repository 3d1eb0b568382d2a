import { expect, it, vi } from 'vitest';
import { openPg } from '../database/pg-database.ts';
import { openPglite } from '../database/pglite-database.ts';
import { onEachDatabase } from '../test-support/databases.ts';
import { MIGRATIONS, migrate } from './migrations.ts';

vi.setConfig({ testTimeout: 60_000 });

onEachDatabase('migrations', (where) => {
  it('are applied once, are numbered, and leave the database of a newer service unchanged', async () => {
    const { databaseUrl } = where();
    const database = databaseUrl === undefined ? await openPglite() : await openPg(databaseUrl);
    try {
      await migrate(database);
      await migrate(database);
      const versions = await database.query<{ version: number }>(
        'select version from migrations order by version',
      );
      expect(versions.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
      await database.query('insert into migrations (version) values ($1)', [MIGRATIONS.length + 1]);
      await expect(migrate(database)).rejects.toMatchObject({ code: 'storage_outdated' });
    } finally {
      await database.close();
    }
  });
});
