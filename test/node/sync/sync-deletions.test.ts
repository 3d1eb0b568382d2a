import { afterEach, describe, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { smallPhoto } from '../support/photos.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { useService } from '../support/use-service.ts';

/** Photos and inspections that were deleted, or taken again, before they were sent. They must not hold up the rest. */

const service = useService();

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** `send` passes the request to the service, whatever the function returns. */
type Respond = (line: string, send: () => Promise<Response>) => Response | Promise<Response> | undefined;

/** Opens a device with its own user. `network.respond` responds in place of the service, or throws if there is no network. */
async function openDevice() {
  const user = { id: crypto.randomUUID() };
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  const network = { respond: offline as Respond, sent: [] as string[], getToken: to.getToken };
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
        return network.respond(line, () => fetch(url, init)) ?? fetch(url, init);
      },
    }),
  });
  opened.push(kerbside);
  return { kerbside, remote: createRemoteClient(to), network };
}
type Device = Awaited<ReturnType<typeof openDevice>>;

function offline(): never {
  throw new TypeError('fetch failed');
}
const online = () => undefined;
const listChanges = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('GET'));
const isNewInspection = (line: string) => /^POST .*\/inspections$/.test(line);
const isNewPhoto = (line: string) => /^POST .*\/images$/.test(line);
const rejectPhotos = (line: string) =>
  line.endsWith('/images') ? Response.json({ message: 'Not a photo.' }, { status: 422 }) : undefined;

async function addPhoto({ kerbside }: Device, id: string): Promise<string> {
  const input = { name: 'left', tasks: ['damage_detection' as const], additionalData: { side: 'left' } };
  return (await kerbside.images.addOne(id, input, await smallPhoto())).result;
}

/** Flushes until everything is sent or blocked. Returns what is blocked. */
async function flushAll({ kerbside }: Device) {
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

test('a photo that was deleted before it was sent is never sent; its replacement is, and the task starts', async () => {
  const one = await openDevice();
  const { kerbside, remote, network } = one;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const first = await addPhoto(one, id);
  const { result: damageId } = await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 1, ymin: 1, width: 5, height: 5 };
  await kerbside.views.createOne(id, { imageId: first, damageId, boundingBox });
  await kerbside.images.deleteOne(id, first);
  await addPhoto(one, id);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  network.respond = online;
  expect(await flushAll(one)).toEqual([]);

  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(Object.values(entities.images).map(({ deletedAt }) => deletedAt)).toEqual([undefined]);
  expect(Object.keys(entities.damages)).toHaveLength(1);
  expect(entities.views).toEqual({});
  expect(Object.values(entities.tasks)).toMatchObject([{ status: 'TODO' }]);
});

test('a photo that was uploaded without a response is deleted at the service', async () => {
  const one = await openDevice();
  const { kerbside, remote, network } = one;
  network.respond = (line, send) => (isNewPhoto(line) ? send().then(offline) : undefined);
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await addPhoto(one, id);
  await expect
    .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
    .toBe(1);
  await kerbside.images.deleteOne(id, imageId);
  network.respond = online;
  expect(await flushAll(one)).toEqual([]);
  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(Object.values(entities.images)).toMatchObject([{ deletedAt: expect.any(String) }]);
  expect(network.sent.filter(isNewPhoto)).toHaveLength(1);
});

test('a photo in doubt that was not uploaded is reconciled and not sent again', async () => {
  const one = await openDevice();
  const { kerbside, remote, network } = one;
  network.respond = (line) => (isNewPhoto(line) ? offline() : undefined);
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await addPhoto(one, id);
  await expect
    .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
    .toBe(1);
  await kerbside.images.deleteOne(id, imageId);
  network.respond = online;
  network.sent.length = 0;
  expect(await flushAll(one)).toEqual([]);
  expect(listChanges(network.sent)).toEqual([]);
  const [remoteId = ''] = (await remote.inspections.getMany({})).result;
  const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
  expect(entities.images).toEqual({});
});

test('deleting a rejected photo unblocks the inspection', async () => {
  const one = await openDevice();
  const { kerbside, network } = one;
  network.respond = rejectPhotos;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const imageId = await addPhoto(one, id);
  expect(await flushAll(one)).toHaveLength(1);
  await kerbside.images.deleteOne(id, imageId);
  expect(await flushAll(one)).toEqual([]);
});

test('a rejected photo that was discarded, deleted and taken again does not hold up its tasks', async () => {
  const one = await openDevice();
  const { kerbside, network } = one;
  network.respond = rejectPhotos;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const first = await addPhoto(one, id);
  const [blocked] = await flushAll(one);
  await kerbside.sync.discard(blocked?.operationId ?? '');

  network.respond = offline;
  await kerbside.images.deleteOne(id, first);
  await addPhoto(one, id);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  network.respond = online;
  expect(await flushAll(one)).toEqual([]);
  expect((await kerbside.sync.status()).awaited).toBe(1);
});

describe('a deleted inspection', () => {
  /** Records an inspection with 2 photos, the model's damages, and a view of the user. */
  async function recordInspection(one: Device): Promise<string> {
    const { kerbside } = one;
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const imageId = await addPhoto(one, id);
    await addPhoto(one, id);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection');
    const [damage] = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
    const boundingBox = { xmin: 1, ymin: 1, width: 5, height: 5 };
    await kerbside.views.createOne(id, { imageId, damageId: damage?.id ?? '', boundingBox });
    return id;
  }
  const waitForAttempt = async ({ kerbside }: Device) =>
    expect
      .poll(async () => (await kerbside.sync.flush()).operations.waiting, { timeout: 10_000 })
      .toBeGreaterThan(0);
  const listRemote = async ({ remote }: Device) =>
    Object.values((await remote.inspections.getMany({ showDeleted: true })).entities.inspections);

  test('is never sent if only attempts without a network were made', async () => {
    const one = await openDevice();
    const { kerbside, network } = one;
    const id = await recordInspection(one);
    await waitForAttempt(one);
    await kerbside.inspections.deleteOne(id);
    network.respond = online;
    network.sent.length = 0;
    expect(await flushAll(one)).toEqual([]);
    expect(listChanges(network.sent)).toEqual([]);
    expect(await listRemote(one)).toEqual([]);
    expect(await kerbside.sync.status()).toMatchObject({ awaited: 0, photoBytes: 0, lastSuccessAt: null });
    await kerbside.storage.purge(id); // throws if anything is unsent
  });

  test('ends the hold if nothing else is in the outbox', async () => {
    const one = await openDevice();
    const { kerbside, network } = one;
    network.getToken = offline;
    const id = await recordInspection(one);
    await expect
      .poll(async () => (await kerbside.sync.flush()).paused, { timeout: 10_000 })
      .toBe('unreachable');
    await kerbside.inspections.deleteOne(id);
    expect(await flushAll(one)).toEqual([]);
    expect(await kerbside.sync.status()).toMatchObject({ paused: null, pauseCause: null });
  });

  const withoutResponse: Respond = (line, send) => (isNewInspection(line) ? send().then(offline) : offline());
  const withoutPhotos: Respond = (line) => (isNewPhoto(line) ? offline() : undefined);
  test.each([
    [
      'that was created without a response is deleted at the service, and nothing else is sent',
      withoutResponse,
    ],
    ['that exists at the service is deleted there, and its unsent photos are not sent', withoutPhotos],
  ])('%s', async (_title, respond) => {
    const one = await openDevice();
    const { kerbside, network } = one;
    network.respond = respond;
    const id = await recordInspection(one);
    await expect.poll(async () => (await listRemote(one)).length, { timeout: 10_000 }).toBe(1);
    await waitForAttempt(one);
    await kerbside.inspections.deleteOne(id);
    network.respond = online;
    network.sent.length = 0;
    expect(await flushAll(one)).toEqual([]);
    expect(listChanges(network.sent)).toEqual([expect.stringMatching(/^DELETE .*\/inspections\/[^/]+$/)]);
    expect(await listRemote(one)).toMatchObject([{ deletedAt: expect.any(String) }]);
  });

  test('that the service rejected is dropped, and nothing stays blocked', async () => {
    for (const first of [undefined, offline]) {
      const one = await openDevice();
      const { kerbside, network } = one;
      let attempts = 0;
      network.respond = (line) => {
        if (!isNewInspection(line)) return undefined;
        attempts += 1;
        if (attempts === 1) first?.();
        return Response.json({ message: 'Forbidden.' }, { status: 403 });
      };
      const id = await recordInspection(one);
      await expect
        .poll(async () => (await kerbside.sync.flush()).blocked, { timeout: 10_000 })
        .toMatchObject([{ kind: 'inspection.create', reason: { code: 'forbidden' } }]);
      network.sent.length = 0;
      await kerbside.inspections.deleteOne(id);
      expect(await flushAll(one)).toEqual([]);
      expect(listChanges(network.sent)).toEqual([]);
    }
  });

  test('does not hold up an inspection that refers to it, which is sent without the reference', async () => {
    const one = await openDevice();
    const { kerbside, network } = one;
    const relatedInspectionId = await recordInspection(one);
    const { result: after } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId });
    await kerbside.inspections.deleteOne(relatedInspectionId);
    network.respond = online;
    expect(await flushAll(one)).toEqual([]);
    const { remoteId } = await kerbside.sync.statusOf(after);
    const [only, ...others] = await listRemote(one);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: remoteId });
    expect(only?.relatedInspectionId).toBeUndefined();
  });

  test('does not wait for its related inspection', async () => {
    const one = await openDevice();
    const { kerbside, network } = one;
    network.respond = (line) =>
      isNewInspection(line) ? Response.json({ message: 'No.' }, { status: 422 }) : undefined;
    const { result: before } = await kerbside.inspections.createOne({ tasks: {} });
    const { result: id } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId: before });
    await expect.poll(async () => (await kerbside.sync.flush()).blocked, { timeout: 10_000 }).toHaveLength(1);
    await kerbside.inspections.deleteOne(id);
    expect(await flushAll(one)).toHaveLength(1);
    await kerbside.storage.purge(id); // throws if anything is unsent
  });

  test('drops its unsent photos while other inspections are being sent', async () => {
    const one = await openDevice();
    const { kerbside, network } = one;
    const ids: string[] = [];
    for (let n = 0; n < 24; n += 1) {
      const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
      await addPhoto(one, id);
      ids.push(id);
    }
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    network.respond = (line, send) => (isNewPhoto(line) ? slow.then(send) : undefined);
    void kerbside.sync.flush();
    const listUploads = () => network.sent.filter(isNewPhoto);
    await expect.poll(() => listUploads().length, { timeout: 10_000 }).toBe(2);
    const deleted = ids[5] ?? '';
    const remoteId = async () => (await kerbside.sync.statusOf(deleted)).remoteId;
    await expect.poll(remoteId, { timeout: 10_000 }).not.toBeNull();
    await kerbside.inspections.deleteOne(deleted);
    release();
    // Without flush, which would read the whole outbox again.
    const counts = async () => Object.values((await kerbside.sync.status()).operations);
    await expect.poll(counts, { timeout: 30_000 }).toEqual([0, 0, 0, 0]);
    expect(listUploads()).toHaveLength(23);
    expect(listUploads().join()).not.toContain(await remoteId());
  });
});
