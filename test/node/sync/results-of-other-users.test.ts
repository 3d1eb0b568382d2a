import { afterEach, describe, expect, test } from 'vitest';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { rejectOnAbort } from '../../../src/platform/reject-on-abort.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { SharedMemoryStore } from '../support/shared-memory-store.ts';
import { useService } from '../support/use-service.ts';

/** Users share a device: the tab of one finishes what another started, and the results of the device are final. */

const service = useService();
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

const analyzer = scriptedAnalyzer('device', [
  { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } },
]);
/** Its tab is closed before it has a result. */
const endless: Analyzer = { analyze: ({ signal }) => rejectOnAbort(new Promise(() => {}), signal) };

interface Tab {
  store: SharedMemoryStore;
  user: { id: string; organizationId: string };
  analyzer: Analyzer;
}

async function open({ store, user, analyzer }: Tab) {
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  const kerbside = await openKerbside({
    user,
    store,
    analyzer,
    sync: remoteSync({ ...to, route: 'device', results: 'device', graceMs: 20 }),
  });
  opened.push(kerbside);
  return { kerbside, remote: createRemoteClient(to) };
}

/** Records a photo and starts its task. The tab is closed before the task ends. */
async function startTask(tab: Omit<Tab, 'analyzer'>): Promise<string> {
  const { kerbside } = await open({ ...tab, analyzer: endless });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const image = { tasks: ['damage_detection' as const], additionalData: { side: 'front' } };
  await kerbside.images.addOne(id, image, await smallPhoto());
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.close();
  return id;
}

describe.each([
  ['two organizations', 'curb'],
  ['one organization', 'kerb'],
])('users of %s', (_, organizationId) => {
  // Proves fault F20.
  test('results of a task that another user’s tab ran reach the service', async () => {
    const store = new SharedMemoryStore();
    const ada = { id: crypto.randomUUID(), organizationId: 'kerb' };
    const id = await startTask({ store, user: ada });
    const ben = { id: crypto.randomUUID(), organizationId };
    const second = await open({ store, user: ben, analyzer });
    await second.kerbside.tasks.whenDone(id, 'damage_detection');
    await second.kerbside.sync.flush();
    await second.kerbside.close();

    const first = await open({ store, user: ada, analyzer });
    const again = await open({ store, user: ben, analyzer });
    const sendAll = async () => {
      for (const { kerbside } of [first, again]) expect((await kerbside.sync.flush()).blocked).toEqual([]);
      return store.operations();
    };
    await expect.poll(sendAll, { timeout: 20_000 }).toEqual([]);
    const { entities } = await first.remote.inspections.getMany({ verbose: 1 });
    expect(Object.values(entities.damages)).toMatchObject([{ damageType: 'dent', partType: 'hood' }]);
    expect(getOnlyRecord(entities.tasks).status).toBe('DONE');
  });
});
