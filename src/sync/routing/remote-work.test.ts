import { expect, test } from 'vitest';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { openKerbside } from '../../kerbside.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { remoteWork } from './remote-work.ts';

async function recorded() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'ann' }, store, database: crypto.randomUUID() });
  const photo = await smallPhoto();
  const inspect = async (photos: number) => {
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    for (let image = 0; image < photos; image += 1) await kerbside.images.addOne(id, {}, photo);
    return id;
  };
  const mark = async (id: string, delivery: Delivery) => {
    const [first] = await store.operations({ inspectionId: id });
    await store.record([{ type: 'mark', sequence: first?.sequence ?? Number.NaN, delivery }]);
  };
  return { store, inspect, mark, bytes: photo.byteLength };
}

test('what is to be sent is the inspection’s own, and all that was recorded before it', async () => {
  const { store, inspect, bytes } = await recorded();
  const first = await inspect(2);
  const second = await inspect(1);
  expect(await remoteWork(store, first, 0)).toMatchObject({ uploadBytes: 2 * bytes, requests: 3 });
  expect(await remoteWork(store, second, 0)).toMatchObject({ uploadBytes: 3 * bytes, requests: 5 });
});

test('what was sent is no work any more', async () => {
  const { store, inspect } = await recorded();
  const id = await inspect(2);
  const settled = (await store.operations()).map(({ sequence }) => ({ type: 'settle' as const, sequence }));
  await store.record(settled);
  expect(await remoteWork(store, id, 0)).toEqual({
    uploadBytes: 0,
    requests: 0,
    waitMs: 0,
    isBlocked: false,
  });
});

test('waits and refusals of its own count, those of others do not', async () => {
  const { store, inspect, mark } = await recorded();
  const [other, id] = [await inspect(0), await inspect(0)];
  const reason = { code: 'remote_refused', message: 'No.' };
  const tried = { attempts: 1, unanswered: false, reason };
  await mark(other, { state: 'blocked', ...tried });
  expect(await remoteWork(store, id, 0)).toMatchObject({ waitMs: 0, isBlocked: false });
  await mark(id, { state: 'waiting', until: 9_000, ...tried });
  expect(await remoteWork(store, id, 2_000)).toMatchObject({ waitMs: 7_000 });
  await mark(id, { state: 'blocked', ...tried });
  expect(await remoteWork(store, id, 2_000)).toMatchObject({ isBlocked: true });
});
