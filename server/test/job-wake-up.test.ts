import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import type { Database } from '../database/database.ts';
import { startServiceOn } from '../start-service.ts';
import { openStorage } from '../store/open-storage.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const HOUR_MS = 3_600_000;

onPostgres('a task that a request with an Idempotency-Key starts', (databaseUrl) => {
  test('is run at once: the runner is woken after the commit, not before', async () => {
    const data = await mkdtemp(join(tmpdir(), 'kerbside-wake-up-'));
    const storage = await openStorage({ databaseUrl: databaseUrl(), data });
    const { database } = storage;
    const slowToCommit: Database = {
      query: (sql, values) => database.query(sql, values),
      transaction: (work) =>
        database.transaction(async (queries) => {
          const result = await work(queries);
          await sleep(300); // a runner that was woken too early finds nothing meanwhile
          return result;
        }),
      close: () => database.close(),
    };
    // Without the wake-up, the runner polls an hour later.
    const options = { analyzer: new BrightnessAnalyzer(), pollMs: HOUR_MS };
    const service = await startServiceOn({ ...storage, database: slowToCommit }, options);
    const client = await createPlainClient(service, { id: 'ada' });
    const image = { acquisition: { file_key: 'dark' }, tasks: ['damage_detection'] };
    const body = { tasks: { damage_detection: { status: 'TODO' } }, images: [image] };
    const form = createForm(body, { dark: new Uint8Array(await halfDark('left')) });
    const { json } = await client.post('/inspections', form, { 'Idempotency-Key': 'once' });
    await waitUntil(async () => {
      const { json: inspection } = await client.get(`/inspections/${json.id}`);
      expect(inspection.tasks[0].status).toBe('DONE');
    });
    await service.close();
    await rm(data, { recursive: true });
  });
});
