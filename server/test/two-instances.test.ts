import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nodeFlags } from '../../test/fixtures/node-flags.ts';
import { type RunningService, startService } from '../start-service.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createClient, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000 });

const PROGRAM = fileURLToPath(new URL('../test-support/api-instance.ts', import.meta.url));
const NEW = { tasks: {}, vehicle: { plate: 'AB-123-CD' } };

/** One instance runs here, the other in a process that can be frozen. */
onPostgres('two API instances', (url, postgres) => {
  let folder: string;
  let service: RunningService;
  let child: ChildProcess;
  let here: PlainClient;
  let there: PlainClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-two-'));
    service = await startService({ databaseUrl: url(), data: folder, role: 'api', log: () => {} });
    here = await createPlainClient(service, { id: 'ada' });
    child = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', PROGRAM, url(), folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [address] = await once(child.stdout ?? child, 'data');
    there = createClient(String(address).trim(), `Bearer ${await service.tokenFor({ id: 'ada' })}`);
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const countInspections = async (): Promise<number> => (await here.get('/inspections')).json.data.length;

  it('one is frozen: the other serves; a request that the frozen one handles later is not applied again', async () => {
    const before = await countInspections();
    child.kill('SIGSTOP');
    const late = there.post('/inspections', NEW, { 'Idempotency-Key': 'frozen' });
    const repeated = await here.post('/inspections', NEW, { 'Idempotency-Key': 'frozen' });
    expect(repeated.status).toBe(200);
    child.kill('SIGCONT');
    expect((await late).json).toEqual(repeated.json);
    expect(await countInspections()).toBe(before + 1);
  });

  it('Postgres is gone: both respond 503 and stay alive; both serve when it is back, and nothing is doubled', async () => {
    const before = await countInspections();
    postgres().crash();
    const key = { 'Idempotency-Key': 'gone' };
    for (const client of [here, there]) {
      const response = await client.post('/inspections', NEW, key);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    }
    postgres().restart();
    const ids = [];
    for (const client of [there, here]) {
      const response = await waitUntil(async () => {
        const repeated = await client.post('/inspections', NEW, key);
        expect(repeated.status).toBe(200);
        return repeated;
      });
      ids.push(response.json.id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(await countInspections()).toBe(before + 1);
  });
});
