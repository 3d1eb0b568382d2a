import { describe, expect, test } from 'vitest';
import { refusal } from '../../../test/conformance/api-under-test.ts';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { OutboxChange, RemoteId } from '../../domain/delivery.ts';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { releaseFinished, releasePhotos } from './retention.ts';

/** An inspection whose damage detection is done, with one photo for it and one for no task. */
async function inspected() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'ann' }, store, database: crypto.randomUUID() });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, wheel_analysis: {} },
  });
  const add = async (tasks: 'damage_detection'[]) =>
    (await kerbside.images.addOne(id, { tasks }, await smallPhoto())).result;
  const [used, unused] = [await add(['damage_detection']), await add([])];
  const learn = (...changes: OutboxChange[]) => store.record(changes);
  const sent = (localId: string): OutboxChange => {
    const remoteId: RemoteId = { localId, remoteId: `r-${localId}`, inspectionId: id, kind: 'image' };
    return { type: 'map', remoteId };
  };
  const settleAll = async () =>
    learn(...(await store.operations()).map(({ sequence }) => ({ type: 'settle' as const, sequence })));
  const finish = async (task: 'damage_detection' | 'wheel_analysis') => {
    await kerbside.tasks.updateOne(id, task, { status: 'DONE' });
    await settleAll();
  };
  return { store, kerbside, id, used, unused, learn, sent, settleAll, finish };
}

const photoOf = (kerbside: Kerbside, imageId: string) => refusal(kerbside.images.photo(imageId));

describe('a photo is let go of', () => {
  test('when the service has it and its task is done; then it says where it went', async () => {
    const { store, kerbside, id, used, unused, learn, sent, finish } = await inspected();
    await finish('damage_detection');
    expect(await releasePhotos(store, id)).toEqual([]);
    await learn(sent(used), sent(unused));
    expect(await releasePhotos(store, id)).toEqual([used]);
    expect(await photoOf(kerbside, used)).toMatchObject({
      code: 'photo_unavailable',
      message: expect.stringContaining('was sent and then let go of'),
      details: { remoteId: `r-${used}` },
    });
    expect((await kerbside.images.getOne(id, used)).result).toBe(used);
    expect((await kerbside.images.photo(unused)).bytes.byteLength).toBeGreaterThan(0);
    await finish('wheel_analysis');
    expect(await releasePhotos(store, id)).toEqual([unused]);
  });

  test('when it was deleted before it was sent, and nothing will send it', async () => {
    const { store, kerbside, id, used, finish } = await inspected();
    await kerbside.images.deleteOne(id, used);
    expect(await releasePhotos(store, id)).toEqual([]);
    await finish('damage_detection');
    expect(await releasePhotos(store, id)).toEqual([used]);
  });

  test('when its inspection was deleted before it was sent', async () => {
    const { store, kerbside, id, used, settleAll } = await inspected();
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    await kerbside.inspections.deleteOne(id);
    expect(await releasePhotos(store, id)).toEqual([]);
    await settleAll();
    expect(await releasePhotos(store, id)).toEqual([used]);
  });

  test('not while results of its task are awaited, or its end is still in the outbox', async () => {
    const { store, kerbside, id, used, learn, sent, finish } = await inspected();
    await learn(sent(used));
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    expect(await releasePhotos(store, id)).toEqual([]);
    await learn({
      type: 'await',
      task: { inspectionId: id, taskName: 'damage_detection', since: 0 },
    });
    await finish('wheel_analysis');
    expect(await releasePhotos(store, id)).toEqual([]);
    await learn({ type: 'arrived', inspectionId: id, taskName: 'damage_detection' });
    expect(await releasePhotos(store, id)).toEqual([used]);
  });
});

test('what a tab that died did not let go of goes at the next start', async () => {
  const { store, kerbside, used, unused, learn, sent, finish } = await inspected();
  await learn(sent(used), sent(unused));
  await finish('damage_detection');
  await finish('wheel_analysis');
  await releaseFinished(store);
  for (const image of [used, unused])
    expect(await photoOf(kerbside, image)).toMatchObject({ code: 'photo_unavailable' });
});

test('a photo that was never sent and is not there is simply not there', async () => {
  const { store, kerbside, used } = await inspected();
  await store.dropPhoto(used);
  expect(await photoOf(kerbside, used)).toMatchObject({ code: 'not_found' });
});
