import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { Database } from '../database/database.ts';
import { openPg, type PgOptions } from '../database/pg-database.ts';
import { type RunningService, startServiceOn } from '../start-service.ts';
import { openStorage } from '../store/open-storage.ts';
import { onPostgres } from '../test-support/databases.ts';
import { type NetworkPartition, startNetworkPartition } from '../test-support/network-partition.ts';
import { createForm, createPlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { UPLOADED } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** As after a cable was pulled: connections stay open, and nobody is told. */
onPostgres('a database that no longer answers', (url) => {
  let folder: string;
  let network: NetworkPartition;
  let service: RunningService;
  let log: string[];
  let losesCommits: boolean;

  /** The network may be parted in the moment in which a commit goes out. */
  const partedAtCommit = (database: Database): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction(async (queries) => {
        const answer = await work(queries);
        if (losesCommits) network.cut('answers');
        return answer;
      }),
  });

  const started = async (times: PgOptions, waits: { graceMs: number; healthMs: number }) => {
    const options = {
      data: folder,
      databaseUrl: network.url,
      pollMs: 50,
      log: (line: string) => log.push(line),
    };
    const storage = await openStorage(options, async (at = '') => partedAtCommit(await openPg(at, times)));
    service = await startServiceOn(storage, options, waits);
    return createPlainClient(service, { id: 'ada' });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-silent-'));
    network = await startNetworkPartition(url());
    log = [];
    losesCommits = false;
  });
  afterEach(async () => {
    await service.close();
    network.close();
    await rm(folder, { recursive: true });
  });

  const soon = { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000 }; // longer than a busy machine takes to answer
  const never = { connectTimeoutMs: 600_000, responseTimeoutMs: 600_000 };
  const unavailable = {
    status: 503,
    json: { message: 'The service can not do this now; try again.' },
  };

  it('is told as 503 with Retry-After, and where it is in the log alone, until it answers again', async () => {
    const client = await started(soon, { graceMs: 500, healthMs: 500 });
    network.cut();
    const reply = await client.get('/inspections');
    expect(reply).toMatchObject(unavailable);
    expect(reply.headers.get('Retry-After')).toBe('5');
    expect(log.join('\n')).toMatch(
      /GET \/v1\/inspections: The database can not be reached: Postgres at 127\.0\.0\.1:\d+, database "postgres", does not answer/,
    );
    network.heal();
    await waitUntil(async () => expect((await client.get('/inspections')).status).toBe(200));
  });

  it('is told by /health before a statement is given up', async () => {
    const client = await started(never, { graceMs: 500, healthMs: 200 });
    const health = new URL('/health', service.url).href;
    network.cut();
    expect(await client.get(health)).toMatchObject(unavailable);
    network.heal();
    await waitUntil(async () => expect((await client.get(health)).status).toBe(200));
  });

  it('does not keep the service from ending, with a request and a look for work under way', async () => {
    const client = await started(never, { graceMs: 500, healthMs: 500 });
    network.cut();
    const asked = client.get('/inspections').catch(() => 'cut off');
    await service.close();
    await asked;
  });

  it.each([
    ['named', { 'Idempotency-Key': 'once' }],
    ['without a name', {}],
  ])('may have written what it did not confirm: the photo of a request %s stays', async (_, headers) => {
    const client = await started(soon, { graceMs: 500, healthMs: 500 });
    const { json } = await client.post('/inspections', { tasks: {} });
    const photo = await smallPhoto(1, 64, 48);
    losesCommits = true;
    const body = createForm({ acquisition: UPLOADED }, { image: photo });
    expect((await client.post(`/inspections/${json.id}/images`, body, headers)).status).toBe(503);
    losesCommits = false;
    network.heal();
    const { images } = await waitUntil(async () => {
      const reply = await client.get(`/inspections/${json.id}`);
      expect(reply.status).toBe(200);
      return reply.json;
    });
    const kept = await client.get(`/images/${images[0].id}/photo`);
    expect([kept.status, new Uint8Array(kept.bytes)]).toEqual([200, photo]);
  });
});
