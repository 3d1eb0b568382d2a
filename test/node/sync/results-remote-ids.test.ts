import { expect, test } from 'vitest';
import { rejection } from '../../conformance/api-under-test.ts';
import { openWithFullInspection } from '../support/full-inspection.ts';

const remoteId = '7b0e1c9e-remote';

async function openWithRemoteIds() {
  const all = await openWithFullInspection();
  await all.store.record([
    { type: 'map', remoteId: { localId: all.id, remoteId, inspectionId: all.id, kind: 'inspection' } },
    {
      type: 'map',
      remoteId: { localId: all.imageId, remoteId: 'r-image', inspectionId: all.id, kind: 'image' },
    },
  ]);
  return all;
}

test('an inspection can be read and changed by its remote id', async () => {
  const { kerbside, id, imageId } = await openWithRemoteIds();
  expect((await kerbside.inspections.getOne(remoteId)).result).toBe(id);
  expect((await kerbside.images.getMany(remoteId)).result).toContain(imageId);
  const { result: damageId } = await kerbside.damages.createOne(remoteId, {
    damageType: 'dent',
    partType: 'roof',
  });
  expect((await kerbside.inspections.getOne(id)).entities.damages).toHaveProperty(damageId);
});

test('operations on a remote id are recorded with the local id', async () => {
  const { kerbside, store, id } = await openWithRemoteIds();
  await kerbside.inspections.updateVehicle(remoteId, { color: 'red' });
  const [last] = (await store.operations()).slice(-1);
  expect(last).toMatchObject({ kind: 'inspection.vehicle', inspectionId: id });
});

test('whenDone, export and purge accept a remote id', async () => {
  const { kerbside, id } = await openWithRemoteIds();
  const done = kerbside.tasks.whenDone(remoteId, 'wheel_analysis');
  await kerbside.tasks.updateOne(id, 'wheel_analysis', { status: 'DONE' });
  await expect(done).resolves.toBeDefined();
  expect((await kerbside.storage.export(remoteId)).size).toBeGreaterThan(0);
  await kerbside.storage.purge(remoteId, { discardUnsent: true });
  expect(await rejection(kerbside.inspections.getOne(id))).toMatchObject({ code: 'not_found' });
});

test('the remote id of another record is not_found', async () => {
  const { kerbside } = await openWithRemoteIds();
  expect(await rejection(kerbside.inspections.getOne('r-image'))).toMatchObject({ code: 'not_found' });
});
