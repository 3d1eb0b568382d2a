import { expect, it } from 'vitest';
import { migrate } from '../store/migrations.ts';
import { openReusedDatabase } from './reused-database.ts';

it('a reused database is empty, whatever its previous user left behind', async () => {
  const before = await openReusedDatabase();
  await migrate(before);
  await before.query("insert into settings values ('name', 'before')");
  await before.query('create temporary table scratch (id integer)');
  await before.query("set time zone 'Asia/Tokyo'");
  await before.close();
  await expect(before.query('select 1')).rejects.toThrow('closed');
  await expect(before.transaction(async () => {})).rejects.toThrow('closed');

  const after = await openReusedDatabase();
  const tables = "select relname from pg_class where relkind = 'r' and relname !~ '^(pg|sql)_'";
  expect(await after.query(tables)).toEqual([]);
  expect(await after.query('show time zone')).not.toEqual([{ TimeZone: 'Asia/Tokyo' }]);
  await migrate(after);
  expect(await after.query('select * from settings')).toEqual([]);
  await after.close();
});
