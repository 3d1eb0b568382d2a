import { expect, onTestFinished, test } from 'vitest';
import { liveQueries } from '../../../src/live/index.ts';
import { eventually } from '../../fixtures/eventually.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

test('a live query of the sync status follows the outbox until it is empty, and an inspection has its remote id', async () => {
  const { kerbside, connect, waitUntilSynced } = await syncedDevice(service, scriptedAnalyzer('device', []));
  onTestFinished(() => kerbside.close());
  const status = liveQueries(kerbside).syncStatus();
  onTestFinished(status.subscribe(() => {}));
  await eventually(() => expect(status.getSnapshot().data?.operations.queued).toBe(0));
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const waiting = () => {
    const { queued = 0, waiting: later = 0 } = status.getSnapshot().data?.operations ?? {};
    return queued + later;
  };
  await eventually(() => expect(waiting()).toBeGreaterThan(0));
  connect();
  await waitUntilSynced();
  await eventually(() => expect(waiting()).toBe(0));
  expect(status.getSnapshot().data?.lastSuccessAt).not.toBeNull();

  const { remoteId } = await kerbside.sync.statusOf(id);
  const byRemoteId = liveQueries(kerbside).inspection(remoteId ?? '');
  onTestFinished(byRemoteId.subscribe(() => {}));
  await byRemoteId.whenLoaded();
  expect(byRemoteId.getSnapshot().data?.inspection.id).toBe(id);
  await kerbside.inspections.updateVehicle(id, { brand: 'Dacia' });
  await eventually(() => {
    const [vehicle] = Object.values(byRemoteId.getSnapshot().data?.entities.vehicles ?? {});
    expect(vehicle?.brand).toBe('Dacia');
  });
});
