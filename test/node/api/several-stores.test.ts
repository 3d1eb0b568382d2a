import { afterEach, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { useService } from '../support/use-service.ts';

/** Several Kerbside instances in one process, without a `database` name, as in an importer for many tenants. */

const service = useService();

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

async function open(id: string, store = new MemoryStore()): Promise<Kerbside> {
  const user = { id, organizationId: id };
  const token = await service.tokenFor(user);
  const kerbside = await openKerbside({
    user,
    store,
    sync: remoteSync({ baseUrl: service.url, getToken: () => token }),
  });
  opened.push(kerbside);
  return kerbside;
}

const unsent = async ({ sync }: Kerbside) => (await sync.flush()).operations.queued;

test('each instance sends the operations of its own store', async () => {
  const tenants = [await open('ann'), await open('ben')];
  for (const { inspections } of tenants) await inspections.createOne({ tasks: {} });
  for (const tenant of tenants) expect(await unsent(tenant)).toBe(0);
});

test('events reach instances on the same store only', async () => {
  const store = new MemoryStore();
  const [here, beside, elsewhere] = [await open('ann', store), await open('ann', store), await open('ben')];
  const heard: string[] = [];
  for (const [name, { on }] of Object.entries({ beside, elsewhere }))
    on('inspection.created', () => heard.push(name));
  await here.inspections.createOne({ tasks: {} });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toEqual(['beside']);
});
