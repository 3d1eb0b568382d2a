import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Outbound } from '../net/outbound.ts';
import { migrate } from '../store/migrations.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { silentLogger } from '../test-support/silent-logger.ts';
import { startCallbackSender } from './callbacks.ts';

vi.setConfig({ testTimeout: 10_000, hookTimeout: 180_000 });

let database: Database;
beforeAll(async () => {
  database = await openReusedDatabase();
  await migrate(database);
});
afterAll(() => database.close());

it('ends a delivery that outlasts the time to end. It is due again at once, and is no failed attempt', async () => {
  await database.query(`insert into callbacks (id, inspection_id, request) values ('one', 'i', $1)`, [
    JSON.stringify({ url: 'http://a.example/', position: 0, body: { task: 'images_ocr' } }),
  ]);
  const failures: string[] = [];
  await new Promise<void>((closed) => {
    const outbound: Outbound = (_url, { signal } = {}) => {
      void sender.close().then(closed);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const sender = startCallbackSender(
      { database, outbound, logger: silentLogger, onFailure: () => failures.push('failed') },
      { pollMs: 60_000, leaseMs: 60_000, drainMs: 0 },
    );
  });
  expect(failures).toEqual([]);
  expect(await database.query('select id, attempts, run_after <= now() as "isDue" from callbacks')).toEqual([
    { id: 'one', attempts: 0, isDue: true },
  ]);
});
