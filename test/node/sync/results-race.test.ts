import { expect, test } from 'vitest';
import type { OutboxChange } from '../../../src/domain/outbox/delivery.ts';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

const service = useService({ estimator: repairEstimates() });

test('a damage that is added while the results are about to be sent is in the results of the service', async () => {
  const options = { route: 'device', graceMs: 0 } as const;
  const device = await syncedDevice(service, scriptedAnalyzer('device', []), options, repairEstimates());
  const { kerbside, store, remote } = device;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { repair_estimate: {} } });
  await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  await kerbside.tasks.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'repair_estimate');

  // The sender has decided to send the results, but not stored it yet: their operation covers those of the new damage.
  let isAdded = false;
  const record = store.record.bind(store);
  store.record = async (changes: readonly OutboxChange[]) => {
    const kinds = (await store.operations()).map(({ kind, sequence }) => ({ kind, sequence }));
    const isSendingResults = changes.some(
      (change) =>
        change.type === 'mark' &&
        change.delivery.state === 'sending' &&
        kinds.some(({ kind, sequence }) => kind === 'inspection.results' && sequence === change.sequence),
    );
    if (isSendingResults && !isAdded) {
      isAdded = true;
      await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'trunk' });
    }
    return record(changes);
  };
  device.connect();
  await device.waitUntilSynced();
  expect(isAdded).toBe(true);

  const { remoteId } = await kerbside.sync.statusOf(id);
  const { entities } = await remote.inspections.getOne(remoteId ?? '');
  const atService = getOnlyRecord(entities.inspections).additionalData;
  const onDevice = getOnlyRecord((await kerbside.inspections.getOne(id)).entities.vehicles).repairEstimate;
  expect(onDevice?.damageIds).toHaveLength(2);
  const total = { total_cost: onDevice?.totalCost, damage_ids: [expect.any(String), expect.any(String)] };
  expect(atService).toMatchObject({ kerbside_results: { estimate: { total } } });
  await kerbside.close();
});
