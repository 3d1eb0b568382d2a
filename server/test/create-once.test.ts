import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPg } from '../database/pg-database.ts';
import { openStorage } from '../open-storage.ts';
import { type RunningService, startServiceOn } from '../start-service.ts';
import { onPostgres } from '../test-support/databases.ts';
import { type NetworkPartition, startNetworkPartition } from '../test-support/network-partition.ts';
import { createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const CALLBACK = {
  url: 'https://example.com/done',
  headers: { 'X-Secret': 'sesame' },
  callback_event: 'STATUS_SET_TO_DONE',
};
const NEW = { tasks: { images_ocr: { callbacks: [CALLBACK] } }, vehicle: { plate: 'AB-123-CD' } };
/** Longer than a busy machine takes to respond. */
const SHORT_TIMEOUTS = { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000 };

/** The inspection, the secrets of its callbacks and the response are one statement: all of them are there, or none. */
onPostgres('an inspection that is created with an Idempotency-Key', (url, postgres) => {
  let folder: string;
  let network: NetworkPartition;
  const services: RunningService[] = [];
  const clients: PlainClient[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-create-'));
    network = await startNetworkPartition(url());
    for (const databaseUrl of [url(), network.url]) {
      const options = { databaseUrl, data: folder, role: 'api' as const, log: () => {} };
      const storage = await openStorage(options, () => openPg(databaseUrl, SHORT_TIMEOUTS));
      const service = await startServiceOn(storage, options);
      services.push(service);
      clients.push(await createPlainClient(service, { id: 'ada' }));
    }
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    network.close();
    await rm(folder, { recursive: true });
  });

  /** Returns the inspections of all keys, and what each has. */
  const readRows = async () => {
    const database = await openPg(url());
    const rows = await database.query<{ key: string; id: string; found: string; secrets: number }>(
      `select key, body ->> 'id' as id, inspections.id as found,
         (select count(*)::integer from callback_headers where inspection_id = inspections.id) as secrets
       from responses full join inspections on inspections.id = body ->> 'id'`,
    );
    await database.close();
    return rows;
  };
  const create = (client: PlainClient | undefined, key: string) =>
    client?.post('/inspections', NEW, { 'Idempotency-Key': key });

  it('is created once if instances get the request at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(clients[index % 2], 'at-once')),
    );
    expect(new Set(responses.map((response) => response?.status))).toEqual(new Set([200]));
    const [id, ...others] = new Set(responses.map((response) => response?.json.id));
    expect(others).toEqual([]);
    expect(await readRows()).toEqual([{ key: 'at-once', id, found: id, secrets: 1 }]);
  });

  it('is created once if the database applied it and its confirmation was lost', async () => {
    await create(clients[1], 'before'); // connects
    network.cut('responses');
    expect((await create(clients[1], 'unconfirmed'))?.status).toBe(503);
    network.heal();
    const isApplied = async () => expect((await readRows()).map(({ key }) => key)).toContain('unconfirmed');
    await waitUntil(isApplied);
    const response = await waitUntil(async () => {
      const repeated = await create(clients[1], 'unconfirmed');
      expect(repeated?.status).toBe(200);
      return repeated;
    });
    const rows = (await readRows()).filter(({ key }) => key === 'unconfirmed' || key === null);
    expect(rows).toEqual([
      { key: 'unconfirmed', id: response?.json.id, found: response?.json.id, secrets: 1 },
    ]);
  });

  it('is created once while the database crashes', async () => {
    const ids = new Map<string, string>();
    const keys = Array.from({ length: 60 }, (_, index) => `crash-${index}`);
    const creating = Promise.all(
      keys.map((key, index) =>
        waitUntil(async () => {
          const response = await create(clients[index % 2], key);
          expect(response?.status).toBe(200);
          ids.set(key, response?.json.id);
        }),
      ),
    );
    for (const share of [0.1, 0.4, 0.7]) {
      await waitUntil(async () => expect(ids.size).toBeGreaterThanOrEqual(keys.length * share));
      postgres().crash();
      postgres().restart();
    }
    await creating;
    const rows = (await readRows()).filter(({ key }) => key === null || key.startsWith('crash-'));
    expect(new Map(rows.map(({ key, found }) => [key, found]))).toEqual(ids);
    expect(rows.every(({ id, found, secrets }) => id === found && secrets === 1)).toBe(true);
  });
});
