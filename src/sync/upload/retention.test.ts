import { describe, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/api-under-test.ts';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { OutboxChange, RemoteId } from '../../domain/outbox/delivery.ts';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { releaseFinishedInspections, releasePhotos } from './retention.ts';

/** An inspection with one photo for damage detection and one without a task. */
async function createInspection() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'ann' }, store, database: crypto.randomUUID() });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, wheel_analysis: {} },
  });
  const add = async (tasks: 'damage_detection'[]) =>
    (await kerbside.images.addOne(id, { tasks }, await smallPhoto())).result;
  const [used, unused] = [await add(['damage_detection']), await add([])];
  const record = (...changes: OutboxChange[]) => store.record(changes);
  const uploaded = (localId: string): OutboxChange => {
    const remoteId: RemoteId = { localId, remoteId: `r-${localId}`, inspectionId: id, kind: 'image' };
    return { type: 'map', remoteId };
  };
  const removeAll = async () =>
    record(...(await store.operations()).map(({ sequence }) => ({ type: 'remove' as const, sequence })));
  const finish = async (task: 'damage_detection' | 'wheel_analysis') => {
    await kerbside.tasks.updateOne(id, task, { status: 'DONE' });
    await removeAll();
  };
  return { store, kerbside, id, used, unused, record, uploaded, removeAll, finish };
}

const photoOf = (kerbside: Kerbside, imageId: string) => rejection(kerbside.images.photo(imageId));

describe('a photo is released', () => {
  test('when it was uploaded and its task is done; its error then has the remote id', async () => {
    const { store, kerbside, id, used, unused, record, uploaded, finish } = await createInspection();
    await finish('damage_detection');
    expect(await releasePhotos(store, id)).toEqual([]);
    await record(uploaded(used), uploaded(unused));
    expect(await releasePhotos(store, id)).toEqual([used]);
    expect(await photoOf(kerbside, used)).toMatchObject({
      code: 'photo_unavailable',
      message: expect.stringContaining('was sent and then deleted on this device'),
      details: { remoteId: `r-${used}` },
    });
    expect((await kerbside.images.getOne(id, used)).result).toBe(used);
    expect((await kerbside.images.photo(unused)).bytes.byteLength).toBeGreaterThan(0);
    await finish('wheel_analysis');
    expect(await releasePhotos(store, id)).toEqual([unused]);
  });

  test('when it was deleted before its upload', async () => {
    const { store, kerbside, id, used, finish } = await createInspection();
    await kerbside.images.deleteOne(id, used);
    expect(await releasePhotos(store, id)).toEqual([]);
    await finish('damage_detection');
    expect(await releasePhotos(store, id)).toEqual([used]);
  });

  test('when its inspection was deleted before its upload', async () => {
    const { store, kerbside, id, used, removeAll } = await createInspection();
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    await kerbside.inspections.deleteOne(id);
    expect(await releasePhotos(store, id)).toEqual([]);
    await removeAll();
    expect(await releasePhotos(store, id)).toEqual([used]);
  });

  test('not while its task’s results are awaited or its update is unsent', async () => {
    const { store, kerbside, id, used, record, uploaded, finish } = await createInspection();
    await record(uploaded(used));
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    expect(await releasePhotos(store, id)).toEqual([]);
    await record({
      type: 'await',
      task: { inspectionId: id, taskName: 'damage_detection', since: 0 },
    });
    await finish('wheel_analysis');
    expect(await releasePhotos(store, id)).toEqual([]);
    await record({ type: 'arrived', inspectionId: id, taskName: 'damage_detection' });
    expect(await releasePhotos(store, id)).toEqual([used]);
  });
});

test('releaseFinishedInspections releases what a dead tab left', async () => {
  const { store, kerbside, used, unused, record, uploaded, finish } = await createInspection();
  await record(uploaded(used), uploaded(unused));
  await finish('damage_detection');
  await finish('wheel_analysis');
  await releaseFinishedInspections(store);
  for (const image of [used, unused])
    expect(await photoOf(kerbside, image)).toMatchObject({ code: 'photo_unavailable' });
});

test('a missing photo that was never uploaded is not_found', async () => {
  const { store, kerbside, used } = await createInspection();
  await store.dropPhoto(used);
  expect(await photoOf(kerbside, used)).toMatchObject({ code: 'not_found' });
});
