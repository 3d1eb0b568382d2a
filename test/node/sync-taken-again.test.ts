import { afterEach, describe, expect, test } from 'vitest';
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

/** `send`: has the service do it all the same, whatever is answered. */
type Answer = (line: string, send: () => Promise<Response>) => Response | Promise<Response> | undefined;

/** A device of its own user. `network.answer` answers in the service's place, or throws where there is no network. */
async function device() {
  const user = { id: crypto.randomUUID() };
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  const network = { answer: offline as Answer, sent: [] as string[], getToken: to.getToken };
  const dent = { damageType: 'dent' as const, partType: 'hood' as const };
  const kerbside = await openKerbside({
    user,
    store: new MemoryStore(),
    analyzer: scriptedAnalyzer('device', [{ ...dent, on: { left: [0.1, 0.1, 0.3, 0.3] } }]),
    database: crypto.randomUUID(),
    sync: remoteSync({
      ...to,
      getToken: () => network.getToken(),
      graceMs: 20,
      fetch: async (url, init) => {
        const line = `${init?.method} ${url}`;
        network.sent.push(line);
        return network.answer(line, () => fetch(url, init)) ?? fetch(url, init);
      },
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
const changes = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('GET'));
const isNewInspection = (line: string) => /^POST .*\/inspections$/.test(line);
const isNewPhoto = (line: string) => /^POST .*\/images$/.test(line);
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

test('a photo whose upload arrived, though the answer was lost, is deleted there', async () => {
  const one = await device();
  const { kerbside, remote, network } = one;
  network.answer = (line, send) => (isNewPhoto(line) ? send().then(offline) : undefined);
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
  expect(network.sent.filter(isNewPhoto)).toHaveLength(1);
});

test('a photo whose upload may have arrived, and has not, is looked for and not sent again', async () => {
  const one = await device();
  const { kerbside, remote, network } = one;
  network.answer = (line) => (isNewPhoto(line) ? offline() : undefined);
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await photographed(one, id);
  await expect
    .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
    .toBe(1);
  await kerbside.images.deleteOne(id, imageId);
  network.answer = online;
  network.sent.length = 0;
  expect(await settled(one)).toEqual([]);
  expect(changes(network.sent)).toEqual([]);
  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(entities.images).toEqual({});
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

describe('an inspection that was deleted', () => {
  /** All that a person may have recorded of one; its create, two photos and what a model found on them among it. */
  async function recorded(one: Device): Promise<string> {
    const { kerbside } = one;
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const imageId = await photographed(one, id);
    await photographed(one, id);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection');
    const [damage] = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
    const boundingBox = { xmin: 1, ymin: 1, width: 5, height: 5 };
    await kerbside.views.createOne(id, { imageId, damageId: damage?.id ?? '', boundingBox });
    return id;
  }
  const tried = async ({ kerbside }: Device) =>
    expect
      .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
      .toBeGreaterThan(0);
  const there = async ({ remote }: Device) =>
    Object.values((await remote.inspections.getMany({ showDeleted: true })).entities.inspections);

  test('before it was sent never leaves the device, though it was tried without a network', async () => {
    const one = await device();
    const { kerbside, network } = one;
    const id = await recorded(one);
    await tried(one);
    await kerbside.inspections.deleteOne(id);
    network.answer = online;
    network.sent.length = 0;
    expect(await settled(one)).toEqual([]);
    expect(changes(network.sent)).toEqual([]);
    expect(await there(one)).toEqual([]);
    expect(await kerbside.sync.status()).toMatchObject({ awaited: 0, photoBytes: 0, lastSuccessAt: null });
    await kerbside.storage.purge(id); // which refuses where anything is unsent
  });

  test('leaves nothing held behind, where it was all that was held', async () => {
    const one = await device();
    const { kerbside, network } = one;
    network.getToken = offline;
    const id = await recorded(one);
    await expect
      .poll(async () => (await kerbside.sync.flush()).held, { timeout: 10_000 })
      .toBe('unreachable');
    await kerbside.inspections.deleteOne(id);
    expect(await settled(one)).toEqual([]);
    expect(await kerbside.sync.status()).toMatchObject({ held: null, heldReason: null });
  });

  const lostAnswer: Answer = (line, send) => (isNewInspection(line) ? send().then(offline) : offline());
  const withoutPhotos: Answer = (line) => (isNewPhoto(line) ? offline() : undefined);
  test.each([
    [
      'whose creation arrived, though the answer was lost, is deleted there; nothing more of it is sent',
      lostAnswer,
    ],
    ['and is at the service is deleted there; photos that were still to be sent are not', withoutPhotos],
  ])('%s', async (_what, answer) => {
    const one = await device();
    const { kerbside, network } = one;
    network.answer = answer;
    const id = await recorded(one);
    await expect.poll(async () => (await there(one)).length, { timeout: 10_000 }).toBe(1);
    await tried(one);
    await kerbside.inspections.deleteOne(id);
    network.answer = online;
    network.sent.length = 0;
    expect(await settled(one)).toEqual([]);
    expect(changes(network.sent)).toEqual([expect.stringMatching(/^DELETE .*\/inspections\/[^/]+$/)]);
    expect(await there(one)).toMatchObject([{ deletedAt: expect.any(String) }]);
  });

  test('after the service refused it is forgotten: nothing stays blocked, also where the first attempt was lost', async () => {
    for (const first of [undefined, offline]) {
      const one = await device();
      const { kerbside, network } = one;
      let attempts = 0;
      network.answer = (line) => {
        if (!isNewInspection(line)) return undefined;
        attempts += 1;
        if (attempts === 1) first?.();
        return Response.json({ message: 'Not for you.' }, { status: 403 });
      };
      const id = await recorded(one);
      await expect
        .poll(async () => (await kerbside.sync.flush()).blocked, { timeout: 10_000 })
        .toMatchObject([{ kind: 'inspection.create', reason: { code: 'forbidden' } }]);
      network.sent.length = 0;
      await kerbside.inspections.deleteOne(id);
      expect(await settled(one)).toEqual([]);
      expect(changes(network.sent)).toEqual([]);
    }
  });

  test('does not hold up one that refers to it, which goes without it', async () => {
    const one = await device();
    const { kerbside, network } = one;
    const relatedInspectionId = await recorded(one);
    const { result: after } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId });
    await kerbside.inspections.deleteOne(relatedInspectionId);
    network.answer = online;
    expect(await settled(one)).toEqual([]);
    const { remoteId } = await kerbside.sync.statusOf(after);
    const [only, ...others] = await there(one);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: remoteId });
    expect(only?.relatedInspectionId).toBeUndefined();
  });

  test('does not wait for the one it refers to', async () => {
    const one = await device();
    const { kerbside, network } = one;
    network.answer = (line) =>
      isNewInspection(line) ? Response.json({ message: 'No.' }, { status: 422 }) : undefined;
    const { result: before } = await kerbside.inspections.createOne({ tasks: {} });
    const { result: id } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId: before });
    await expect.poll(async () => (await kerbside.sync.flush()).blocked, { timeout: 10_000 }).toHaveLength(1);
    await kerbside.inspections.deleteOne(id);
    expect(await settled(one)).toHaveLength(1);
    await kerbside.storage.purge(id); // which refuses where anything is unsent
  });

  test('while others are being sent takes its photos along, however many are in line', async () => {
    const one = await device();
    const { kerbside, network } = one;
    const ids: string[] = [];
    for (let n = 0; n < 24; n += 1) {
      const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
      await photographed(one, id);
      ids.push(id);
    }
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    network.answer = (line, send) => (isNewPhoto(line) ? slow.then(send) : undefined);
    void kerbside.sync.flush();
    const underWay = () => network.sent.filter(isNewPhoto);
    await expect.poll(() => underWay().length, { timeout: 10_000 }).toBe(2);
    const deleted = ids[5] ?? '';
    const remoteId = async () => (await kerbside.sync.statusOf(deleted)).remoteId;
    await expect.poll(remoteId, { timeout: 10_000 }).not.toBeNull();
    await kerbside.inspections.deleteOne(deleted);
    letGo();
    // Without a flush, which would have everything read anew.
    const counts = async () => Object.values((await kerbside.sync.status()).operations);
    await expect.poll(counts, { timeout: 30_000 }).toEqual([0, 0, 0, 0]);
    expect(underWay()).toHaveLength(23);
    expect(underWay().join()).not.toContain(await remoteId());
  });
});
