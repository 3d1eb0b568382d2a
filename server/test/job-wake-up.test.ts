import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { BrightnessAnalyzer, halfDark } from '../../test/node/support/brightness-analyzer.ts';
import type { Database } from '../database/database.ts';
import { openPg } from '../database/pg-database.ts';
import { openStorage } from '../open-storage.ts';
import { startService, startServiceOn } from '../start-service.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const HOUR_MS = 3_600_000;

onPostgres('a started task', (databaseUrl) => {
  test('of a request with an Idempotency-Key is run at once: the runner is woken after the commit, not before', async () => {
    const data = await mkdtemp(join(tmpdir(), 'kerbside-wake-up-'));
    const storage = await openStorage({ databaseUrl: databaseUrl(), data });
    const { database } = storage;
    const slowToCommit: Database = {
      query: (...statement) => database.query(...statement),
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

  test('of another instance is run at once, also after the connection that listens was lost', async () => {
    const data = await mkdtemp(join(tmpdir(), 'kerbside-wake-up-'));
    const options = { databaseUrl: databaseUrl(), data, pollMs: HOUR_MS };
    const api = await startService({ ...options, role: 'api' });
    const worker = await startService({ ...options, role: 'worker', analyzer: new BrightnessAnalyzer() });
    const client = await createPlainClient(api, { id: 'ada' });
    const runTask = async () => {
      const { json } = await client.post('/inspections', { tasks: { images_ocr: {} } });
      await client.patch(`/inspections/${json.id}/tasks/images_ocr`, { status: 'TODO' });
      await waitUntil(async () =>
        expect((await client.get(`/inspections/${json.id}`)).json.tasks[0].status).toBe('DONE'),
      );
    };
    await runTask();
    const admin = await openPg(databaseUrl());
    const ended = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "kerbside_jobs"'`,
    );
    expect(ended).toHaveLength(1);
    await runTask();
    await Promise.all([api.close(), worker.close(), admin.close()]);
    await rm(data, { recursive: true });
  });
});
