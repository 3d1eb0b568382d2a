import { afterEach, expect, test } from 'vitest';
import { withDeviceResults } from '../../../src/remote/with-device-results.ts';
import { smallPhoto } from '../support/photos.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** Deletes and corrections that were taken back: device and service have the model's damage again, unconfirmed. */

const DENT: ScriptedDamage = { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } };

const service = useService({ analyzer: scriptedAnalyzer('service', [DENT]), pollMs: 50 });

let device: SyncedDevice;
afterEach(() => device.kerbside.close());

/** Detects a dent, offline. */
async function detect(
  options: Parameters<typeof syncedDevice>[2],
  detected = DENT,
): Promise<{ id: string; damageId: string }> {
  device = await syncedDevice(service, scriptedAnalyzer('device', [detected]), options);
  const { kerbside } = device;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const image = { name: 'front', tasks: ['damage_detection' as const], additionalData: { side: 'front' } };
  await kerbside.images.addOne(id, image, await smallPhoto(1, 800, 600));
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const [damageId = ''] = Object.keys((await kerbside.inspections.getOne(id)).entities.damages);
  return { id, damageId };
}

async function sync(): Promise<void> {
  device.connect();
  await device.waitUntilSynced();
}

async function readDevice(id: string) {
  const { damages, views } = (await device.kerbside.inspections.getOne(id)).entities;
  return { damages, views };
}

/** Returns the damages of the service as its reports show them, also deleted ones, and the views of the present ones. */
async function readService(id: string) {
  const { remoteId } = await device.kerbside.sync.statusOf(id);
  const response = await device.remote.inspections.getOne(remoteId ?? '', { showDeletedObjects: true });
  const { damages, views } = withDeviceResults(response).entities;
  const present = Object.values(damages).filter(({ deletedAt }) => !deletedAt);
  return {
    present,
    deleted: Object.values(damages).filter(({ deletedAt }) => deletedAt),
    views: Object.values(views).filter(({ damageId }) => present.some((damage) => damage.id === damageId)),
  };
}

test('a delete that was sent and taken back creates the damage at the service again, as the model’s', async () => {
  const { id, damageId } = await detect({ route: 'device' });
  await sync();
  const before = await readDevice(id);
  const atFirst = await readService(id);
  await device.kerbside.damages.deleteOne(id, damageId);
  await sync();
  expect((await readService(id)).present).toEqual([]);
  await device.kerbside.damages.restoreOne(id, damageId);
  await sync();
  expect(await readDevice(id)).toEqual(before);
  const { present, views } = await readService(id);
  const withoutIds = ({ id: _id, parts: _parts, createdAt: _at, ...rest }: (typeof present)[number]) => rest;
  expect(present.map(withoutIds)).toEqual(atFirst.present.map(withoutIds));
  expect(present).toMatchObject([{ createdBy: { model: 'device' } }]);
  expect(present[0]).not.toHaveProperty('confirmedAt');
  expect(views.map(({ boundingBox }) => boundingBox)).toEqual(
    atFirst.views.map(({ boundingBox }) => boundingBox),
  );
});

test('a delete that was taken back before it was sent never reaches the service', async () => {
  const { id, damageId } = await detect({ route: 'device' });
  await device.kerbside.damages.deleteOne(id, damageId);
  await device.kerbside.damages.restoreOne(id, damageId);
  await sync();
  const { present, deleted, views } = await readService(id);
  expect(present).toMatchObject([{ damageType: 'dent', createdBy: { model: 'device' } }]);
  expect(deleted).toEqual([]);
  expect(views).toHaveLength(1);
});

test('a correction that was taken back leaves the model’s damage on both sides', async () => {
  const { id, damageId } = await detect({ route: 'device' });
  await sync();
  const before = await readDevice(id);
  const { result } = await device.kerbside.damages.correctOne(id, damageId, { partType: 'roof' });
  await sync();
  await device.kerbside.damages.restoreOne(id, damageId, result);
  await sync();
  expect(await readDevice(id)).toEqual(before);
  expect((await readService(id)).present).toMatchObject([
    { damageType: 'dent', partType: 'hood', createdBy: { model: 'device' } },
  ]);
});

test('awaited results of the service replace a restored damage as if nobody had deleted it', async () => {
  const { id, damageId } = await detect({ route: 'device', results: 'remote' });
  await device.kerbside.damages.deleteOne(id, damageId);
  await device.kerbside.damages.restoreOne(id, damageId);
  await sync();
  const { damages } = await readDevice(id);
  expect(Object.values(damages)).toMatchObject([{ id: damageId, createdBy: { model: 'service' } }]);
  const { present, deleted } = await readService(id);
  expect(present).toMatchObject([{ createdBy: { model: 'service' } }]);
  expect(deleted).toEqual([]);
});

test('a damage that the user confirmed by a view, deleted and restored, and that the service did not detect, is sent', async () => {
  const scratch: ScriptedDamage = { ...DENT, damageType: 'scratch', on: { front: [0.6, 0.6, 0.2, 0.2] } };
  const { id, damageId } = await detect({ route: 'device', results: 'remote' }, scratch);
  const [imageId = ''] = Object.keys((await device.kerbside.inspections.getOne(id)).entities.images);
  const boundingBox = { xmin: 10, ymin: 10, width: 40, height: 40 };
  await device.kerbside.views.createOne(id, { damageId, imageId, boundingBox });
  await device.kerbside.damages.deleteOne(id, damageId);
  await device.kerbside.damages.restoreOne(id, damageId);
  await sync();
  const { present, deleted, views } = await readService(id);
  expect(present.map(({ damageType }) => damageType).sort()).toEqual(['dent', 'scratch']);
  expect(deleted).toEqual([]);
  expect(views).toHaveLength(3);
});
