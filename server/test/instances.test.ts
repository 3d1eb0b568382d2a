import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nodeFlags } from '../../test/fixtures/node-flags.ts';
import { openPg } from '../database/pg-database.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createClient, createPlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

onPostgres('several instances', (databaseUrl) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-instances-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('that start at the same time migrate the database once', async () => {
    const program = fileURLToPath(new URL('../test-support/run-migrations.ts', import.meta.url));
    const children = Array.from({ length: 4 }, () =>
      fork(program, [databaseUrl()], { execArgv: [...nodeFlags, '--import', 'tsx'] }),
    );
    // All are loaded before the first one starts.
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('migrate');
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    const database = await openPg(databaseUrl());
    const rows = await database.query<{ version: number }>('select version from migrations order by version');
    expect(rows.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
    await database.close();
  });

  it('give a user, and an address that guesses tokens, the limit once', async () => {
    const keys = { secret: 'one secret for all the instances of a test' };
    const limits = { requestsPerSecond: 1e-6, burst: 6 }; // nothing is refilled during the test
    const options = { databaseUrl: databaseUrl(), data: folder, keys, limits };
    const services = await Promise.all([startService(options), startService(options)]);
    try {
      const count = async (get: (index: number) => Promise<{ status: number }>) => {
        const statuses = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => (await get(index % 2)).status),
        );
        return [200, 401, 429].map((status) => statuses.filter((one) => one === status).length);
      };
      const ada = await Promise.all(services.map((service) => createPlainClient(service, { id: 'ada' })));
      expect(await count(async (index) => (ada[index] as (typeof ada)[0]).get('/inspections'))).toEqual([
        6, 0, 14,
      ]);
      const guessing = services.map(({ url }) => createClient(url, 'Bearer guess'));
      expect(await count(async (index) => (guessing[index] as (typeof ada)[0]).get('/inspections'))).toEqual([
        0, 6, 14,
      ]);
    } finally {
      await Promise.all(services.map((service) => service.close()));
    }
  });
});
