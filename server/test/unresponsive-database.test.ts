import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { Database } from '../database/database.ts';
import { openPg, type PgOptions } from '../database/pg-database.ts';
import { openStorage } from '../open-storage.ts';
import { type RunningService, startServiceOn } from '../start-service.ts';
import { onPostgres } from '../test-support/databases.ts';
import { type NetworkPartition, startNetworkPartition } from '../test-support/network-partition.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { UPLOADED } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** As after a pulled network cable: connections stay open without an error. */
onPostgres('a database that does not respond', (url) => {
  let folder: string;
  let network: NetworkPartition;
  let service: RunningService;
  let log: string[];
  let losesCommits: boolean;

  /** Cuts the network at the moment of a commit, if `losesCommits`. */
  const cutAtCommit = (database: Database): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction(async (queries) => {
        const result = await work(queries);
        if (losesCommits) network.cut('responses');
        return result;
      }),
  });

  const start = async (
    pgOptions: PgOptions,
    timeouts: { closeTimeoutMs: number; healthTimeoutMs: number },
  ) => {
    const options = {
      data: folder,
      databaseUrl: network.url,
      pollMs: 50,
      drainMs: 500,
      log: (line: string) => log.push(line),
    };
    const storage = await openStorage(options, async (at = '') => cutAtCommit(await openPg(at, pgOptions)));
    service = await startServiceOn(storage, options, timeouts);
    return createPlainClient(service, { id: 'ada' });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-unresponsive-'));
    network = await startNetworkPartition(url());
    log = [];
    losesCommits = false;
  });
  afterEach(async () => {
    await service.close();
    network.close();
    await rm(folder, { recursive: true });
  });

  const short = { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000 }; // longer than a busy machine takes to respond
  const never = { connectTimeoutMs: 600_000, responseTimeoutMs: 600_000 };
  const unavailable = {
    status: 503,
    json: { message: 'The service is temporarily unavailable. Try again.' },
  };

  it('causes 503 with Retry-After until it responds again; only the log contains its address', async () => {
    const client = await start(short, { closeTimeoutMs: 500, healthTimeoutMs: 500 });
    network.cut();
    const response = await client.get('/inspections');
    expect(response).toMatchObject(unavailable);
    expect(response.headers.get('Retry-After')).toBe('5');
    const failed = log.map((line) => JSON.parse(line)).find(({ message }) => message === 'Request failed');
    expect(failed).toMatchObject({ method: 'GET', route: '/v1/inspections', status: 503 });
    expect(failed.reason).toMatch(
      /^The database cannot be reached: Postgres at 127\.0\.0\.1:\d+, database "postgres", does not respond/,
    );
    network.heal();
    await waitUntil(async () => expect((await client.get('/inspections')).status).toBe(200));
  });

  it('is reported by /health and /readyz before a statement times out; /livez stays', async () => {
    const client = await start(never, { closeTimeoutMs: 500, healthTimeoutMs: 200 });
    const [health, ready, alive] = ['/health', '/readyz', '/livez'].map(
      (path) => new URL(path, service.url).href,
    );
    network.cut();
    expect(await client.get(health ?? '')).toMatchObject(unavailable);
    expect(await client.get(ready ?? '')).toMatchObject(unavailable);
    expect((await client.get(alive ?? '')).status).toBe(200);
    network.heal();
    await waitUntil(async () => expect((await client.get(ready ?? '')).status).toBe(200));
  });

  it('does not prevent the service from closing during a request and a poll', async () => {
    const client = await start(never, { closeTimeoutMs: 500, healthTimeoutMs: 500 });
    network.cut();
    const pending = client.get('/inspections').catch(() => 'cut off');
    await service.close();
    await pending;
  });

  it.each([
    ['with an Idempotency-Key', { 'Idempotency-Key': 'once' }],
    ['without one', {}],
  ])('may have applied an unconfirmed commit: the photo of a request %s is kept', async (_, headers) => {
    const client = await start(short, { closeTimeoutMs: 500, healthTimeoutMs: 500 });
    const { json } = await client.post('/inspections', { tasks: {} });
    const photo = await smallPhoto(1, 64, 48);
    losesCommits = true;
    const body = createForm({ acquisition: UPLOADED }, { image: photo });
    expect((await client.post(`/inspections/${json.id}/images`, body, headers)).status).toBe(503);
    losesCommits = false;
    network.heal();
    const { images } = await waitUntil(async () => {
      const response = await client.get(`/inspections/${json.id}`);
      expect(response.status).toBe(200);
      return response.json;
    });
    const stored = await client.get(`/images/${images[0].id}/photo`);
    expect([stored.status, new Uint8Array(stored.bytes)]).toEqual([200, photo]);
  });
});
