import { expect, test } from 'vitest';
import { refusal } from '../conformance/api-under-test.ts';
import { furnished } from './support/furnished.ts';

const remoteId = '7b0e1c9e-remote';

async function known() {
  const all = await furnished();
  await all.store.record([
    { type: 'map', remoteId: { localId: all.id, remoteId, inspectionId: all.id, kind: 'inspection' } },
    {
      type: 'map',
      remoteId: { localId: all.imageId, remoteId: 'r-image', inspectionId: all.id, kind: 'image' },
    },
  ]);
  return all;
}

test('an inspection is found by the id that the service gave it, to read and to change', async () => {
  const { kerbside, id, imageId } = await known();
  expect((await kerbside.inspections.getOne(remoteId)).result).toBe(id);
  expect((await kerbside.images.getMany(remoteId)).result).toContain(imageId);
  const { result: damageId } = await kerbside.damages.createOne(remoteId, {
    damageType: 'dent',
    partType: 'roof',
  });
  expect((await kerbside.inspections.getOne(id)).entities.damages).toHaveProperty(damageId);
});

test('what is recorded under the remote id is sent under the local one', async () => {
  const { kerbside, store, id } = await known();
  await kerbside.inspections.updateVehicle(remoteId, { color: 'red' });
  const [last] = (await store.operations()).slice(-1);
  expect(last).toMatchObject({ kind: 'inspection.vehicle', inspectionId: id });
});

test('a task of it can be awaited, and all of it exported and purged', async () => {
  const { kerbside, id } = await known();
  const done = kerbside.tasks.whenDone(remoteId, 'wheel_analysis');
  await kerbside.tasks.updateOne(id, 'wheel_analysis', { status: 'DONE' });
  await expect(done).resolves.toBeDefined();
  expect((await kerbside.storage.export(remoteId)).size).toBeGreaterThan(0);
  await kerbside.storage.purge(remoteId, { discardUnsent: true });
  expect(await refusal(kerbside.inspections.getOne(id))).toMatchObject({ code: 'not_found' });
});

test('the remote id of anything else is no inspection', async () => {
  const { kerbside } = await known();
  expect(await refusal(kerbside.inspections.getOne('r-image'))).toMatchObject({ code: 'not_found' });
});
