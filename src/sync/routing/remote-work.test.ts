import { expect, test } from 'vitest';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import { openKerbside } from '../../kerbside.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { computeRemoteWork } from './remote-work.ts';

async function createDevice() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'ann' }, store, database: crypto.randomUUID() });
  const photo = await smallPhoto();
  const recordInspection = async (photos: number) => {
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    for (let image = 0; image < photos; image += 1) await kerbside.images.addOne(id, {}, photo);
    return id;
  };
  const mark = async (id: string, delivery: Delivery) => {
    const [first] = await store.operations({ inspectionId: id });
    await store.record([{ type: 'mark', sequence: first?.sequence ?? Number.NaN, delivery }]);
  };
  return { store, recordInspection, mark, bytes: photo.byteLength };
}

test('counts the inspection’s own operations and all earlier ones', async () => {
  const { store, recordInspection, bytes } = await createDevice();
  const first = await recordInspection(2);
  const second = await recordInspection(1);
  expect(await computeRemoteWork(store, first, 0)).toMatchObject({ uploadBytes: 2 * bytes, requests: 3 });
  expect(await computeRemoteWork(store, second, 0)).toMatchObject({ uploadBytes: 3 * bytes, requests: 5 });
});

test('does not count operations that were sent', async () => {
  const { store, recordInspection } = await createDevice();
  const id = await recordInspection(2);
  const removals = (await store.operations()).map(({ sequence }) => ({ type: 'remove' as const, sequence }));
  await store.record(removals);
  expect(await computeRemoteWork(store, id, 0)).toEqual({
    uploadBytes: 0,
    requests: 0,
    waitMs: 0,
    isBlocked: false,
  });
});

test('considers waiting and blocked operations of this inspection only', async () => {
  const { store, recordInspection, mark } = await createDevice();
  const [other, id] = [await recordInspection(0), await recordInspection(0)];
  const reason = { code: 'remote_refused', message: 'No.' };
  const tried = { attempts: 1, unanswered: false, reason };
  await mark(other, { state: 'blocked', ...tried });
  expect(await computeRemoteWork(store, id, 0)).toMatchObject({ waitMs: 0, isBlocked: false });
  await mark(id, { state: 'waiting', until: 9_000, ...tried });
  expect(await computeRemoteWork(store, id, 2_000)).toMatchObject({ waitMs: 7_000 });
  // The clock was set back by an hour, then forth.
  expect(await computeRemoteWork(store, id, -3_600_000)).toMatchObject({ waitMs: 0 });
  expect(await computeRemoteWork(store, id, 3_600_000)).toMatchObject({ waitMs: 0 });
  await mark(id, { state: 'blocked', ...tried });
  expect(await computeRemoteWork(store, id, 2_000)).toMatchObject({ isBlocked: true });
});
