import { afterEach, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { smallPhoto } from './support/photos.ts';
import { scriptedAnalyzer } from './support/scripted-analyzer.ts';
import { useService } from './support/use-service.ts';

/** What a person took back, or took again, before the service heard of it: it must not hold up the rest. */

const service = useService();

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** A device of its own user. `network.answer` answers in the service's place, or throws where there is no network. */
async function device() {
  const user = { id: crypto.randomUUID() };
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  const network = { answer: offline as (line: string) => Response | undefined };
  const dent = { damageType: 'dent' as const, partType: 'hood' as const };
  const kerbside = await openKerbside({
    user,
    store: new MemoryStore(),
    analyzer: scriptedAnalyzer('device', [{ ...dent, on: { left: [0.1, 0.1, 0.3, 0.3] } }]),
    database: crypto.randomUUID(),
    sync: remoteSync({
      ...to,
      graceMs: 20,
      fetch: async (url, init) => network.answer(`${init?.method} ${url}`) ?? fetch(url, init),
    }),
  });
  opened.push(kerbside);
  return { kerbside, remote: createRemoteClient(to), network };
}
type Device = Awaited<ReturnType<typeof device>>;

function offline(): never {
  throw new TypeError('There is no network.');
}
const online = () => undefined;
const refusingPhotos = (line: string) =>
  line.endsWith('/images') ? Response.json({ message: 'That is no photo.' }, { status: 422 }) : undefined;

async function photographed({ kerbside }: Device, id: string): Promise<string> {
  const input = { name: 'left', tasks: ['damage_detection' as const], additionalData: { side: 'left' } };
  return (await kerbside.images.addOne(id, input, await smallPhoto())).result;
}

/** Tries until nothing is left, or is blocked, as time and triggers would. */
async function settled({ kerbside }: Device) {
  await expect
    .poll(
      async () => {
        const { queued, waiting, sending } = (await kerbside.sync.flush()).operations;
        return queued + waiting + sending;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  return (await kerbside.sync.status()).blocked;
}

test('a photo that was deleted before it was sent never leaves the device; the one in its place does, and the task starts', async () => {
  const one = await device();
  const { kerbside, remote, network } = one;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const first = await photographed(one, id);
  const { result: damageId } = await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 1, ymin: 1, width: 5, height: 5 };
  await kerbside.views.createOne(id, { imageId: first, damageId, boundingBox });
  await kerbside.images.deleteOne(id, first);
  await photographed(one, id);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  network.answer = online;
  expect(await settled(one)).toEqual([]);

  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(Object.values(entities.images).map(({ deletedAt }) => deletedAt)).toEqual([undefined]);
  expect(Object.keys(entities.damages)).toHaveLength(1);
  expect(entities.views).toEqual({});
  expect(Object.values(entities.tasks)).toMatchObject([{ status: 'TODO' }]);
});

test('a photo whose upload may have arrived is deleted there', async () => {
  const one = await device();
  const { kerbside, remote, network } = one;
  network.answer = (line) => (line.endsWith('/images') ? offline() : undefined);
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await photographed(one, id);
  await expect
    .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
    .toBe(1);
  await kerbside.images.deleteOne(id, imageId);
  network.answer = online;
  expect(await settled(one)).toEqual([]);
  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(Object.values(entities.images)).toMatchObject([{ deletedAt: expect.any(String) }]);
});

test('to delete a photo that the service refused is enough: nothing stays blocked', async () => {
  const one = await device();
  const { kerbside, network } = one;
  network.answer = refusingPhotos;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await photographed(one, id);
  expect(await settled(one)).toHaveLength(1);
  await kerbside.images.deleteOne(id, imageId);
  expect(await settled(one)).toEqual([]);
});

test('a refused photo that was given up, deleted and taken again does not hold up its tasks', async () => {
  const one = await device();
  const { kerbside, network } = one;
  network.answer = refusingPhotos;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const first = await photographed(one, id);
  const [blocked] = await settled(one);
  await kerbside.sync.discard(blocked?.operationId ?? '');

  network.answer = offline;
  await kerbside.images.deleteOne(id, first);
  await photographed(one, id);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  network.answer = online;
  expect(await settled(one)).toEqual([]);
  expect((await kerbside.sync.status()).awaited).toBe(1);
});

test('an inspection that was deleted is deleted there too, whatever was said of its damages before', async () => {
  const one = await device();
  const { kerbside, remote, network } = one;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await photographed(one, id);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const [damage] = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
  const boundingBox = { xmin: 1, ymin: 1, width: 5, height: 5 };
  await kerbside.views.createOne(id, { imageId, damageId: damage?.id ?? '', boundingBox });
  await kerbside.inspections.deleteOne(id);
  network.answer = online;
  expect(await settled(one)).toEqual([]);
  const there = Object.values((await remote.inspections.getMany({})).entities.inspections);
  expect(there).toMatchObject([{ deletedAt: expect.any(String) }]);
});
