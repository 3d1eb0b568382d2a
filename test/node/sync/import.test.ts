import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import type { User } from '../../../src/index.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { createMemoryNotes } from '../support/memory-notes.ts';
import { smallPhoto } from '../support/photos.ts';
import { useService } from '../support/use-service.ts';

/** What an imported file does to the service. */

const service = useService();
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

const newUser = () => ({ id: crypto.randomUUID() });

interface Phone {
  database: string;
  platform: { notes: ReturnType<typeof createMemoryNotes> };
}
const newPhone = (): Phone => ({
  database: crypto.randomUUID(),
  platform: { notes: createMemoryNotes() },
});

/** Opens the app on a phone with an empty database. */
async function openApp(user: User, phone: Phone = newPhone()) {
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  const network = { isOnline: true, requests: [] as string[] };
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user,
    store,
    ...phone,
    sync: remoteSync({
      ...to,
      graceMs: 20,
      fetch: async (url, init) => {
        if (!network.isOnline) throw new TypeError('There is no network.');
        network.requests.push(`${init?.method} ${url.slice(service.url.length)}`);
        return fetch(url, init);
      },
    }),
  });
  opened.push(kerbside);
  return { kerbside, store, network, remote: createRemoteClient(to) };
}
type App = Awaited<ReturnType<typeof openApp>>;

/** Records an inspection with a photo, a damage on it, a severity and a finished task. */
async function inspectCar({ kerbside }: App): Promise<string> {
  const { inspections, images, damages, views, severities, tasks } = kerbside;
  const { result: id } = await inspections.createOne({
    tasks: { damage_detection: {} },
    vehicle: { plate: 'AB-123-CD' },
    additionalData: { booking: 7 },
  });
  const image = { name: 'left', tasks: ['damage_detection' as const] };
  const { result: imageId } = await images.addOne(id, image, await smallPhoto());
  const { result: damageId } = await damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 1, ymin: 2, width: 30, height: 20 };
  await views.createOne(id, { imageId, damageId, boundingBox });
  await severities.createOne(id, { label: 'hood', level: 2, pricing: 80 });
  await inspections.addAdditionalData(id, { comment: 'rain' });
  await tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
  await tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
  return id;
}

/** Flushes until everything is sent. */
async function flushAll({ kerbside }: App) {
  const unsent = async () => (await kerbside.sync.flush()).operations;
  await expect.poll(unsent, { timeout: 30_000 }).toEqual({ queued: 0, sending: 0, waiting: 0, blocked: 0 });
}

/** Returns an inspection of the service without ids and times. */
async function readContent({ remote }: App, remoteId: string) {
  const { entities } = await remote.inspections.getOne(remoteId);
  const [inspection] = Object.values(entities.inspections);
  const { pdf_data, booking } = inspection?.additionalData ?? {};
  return {
    data: { pdf_data, booking },
    plates: Object.values(entities.vehicles).map(({ plate }) => plate),
    images: Object.values(entities.images).map(({ name, sha256 }) => ({ name, sha256 })),
    damages: Object.values(entities.damages).map(({ damageType, partType }) => ({ damageType, partType })),
    views: Object.values(entities.views).map(({ boundingBox }) => boundingBox),
    severities: Object.values(entities.severityResults).map(({ label, value }) => ({ label, value })),
    tasks: Object.values(entities.tasks).map(({ name, status }) => ({ name, status })),
  };
}

const listRemoteIds = async ({ remote }: App) => (await remote.inspections.getMany({ limit: 100 })).result;

// biome-ignore lint/suspicious/noExplicitAny: the records of a file that an attacker edits
type Records = any;

async function edit(zip: Blob, change: (records: Records) => void): Promise<Uint8Array> {
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const records = JSON.parse(strFromU8(files['inspection.json'] ?? new Uint8Array()));
  change(records);
  return zipSync({ ...files, 'inspection.json': strToU8(JSON.stringify(records)) }, { level: 0 });
}

test('a document of the service that names no image survives an export and an import', async () => {
  const app = await openApp(newUser());
  const id = await inspectCar(app);
  const { state, version } = (await app.store.load(id)) ?? {};
  if (!state || !version) throw new Error('The inspection was not stored.');
  const createdBy = { model: 'service', version: '3', engine: 'remote' };
  const document = { id: 'd-1', type: 'ID_FR', imageId: '', content: { given_names: 'Ada' }, createdBy };
  const commit = { id: 'c', expectedVersion: version, photos: [], operations: [] };
  await app.store.commit({ ...commit, state: { ...state, documents: [document] } });

  const { kerbside } = await openApp(newUser());
  const { result, isCopy } = await kerbside.storage.import(await app.kerbside.storage.export(id));
  expect(isCopy).toBe(true);
  const { entities } = await kerbside.inspections.getOne(result);
  expect(Object.values(entities.documents)).toEqual([{ ...document, id: expect.any(String) }]);
});

describe('a file that someone edited', () => {
  const operationOf = (inspectionId: string, userId: string, kind: string, payload: object = {}) => ({
    id: crypto.randomUUID(),
    kind,
    inspectionId,
    userId,
    createdAt: new Date().toISOString(),
    payload,
  });

  test.each([
    [
      'maps its inspection to another one, to delete it',
      (records: Records, remoteId: string, userId: string) => {
        const { id } = records.state.inspection;
        records.remoteIds = [{ localId: id, remoteId, inspectionId: id, kind: 'inspection' }];
        records.operations = [operationOf(id, userId, 'inspection.delete')];
      },
    ],
    [
      'maps its inspection to another one, to overwrite the vehicle and validate the task',
      (records: Records, remoteId: string, userId: string) => {
        const { id } = records.state.inspection;
        records.remoteIds = [{ localId: id, remoteId, inspectionId: id, kind: 'inspection' }];
        records.operations = [
          operationOf(id, userId, 'inspection.vehicle', { input: { plate: 'EVIL' } }),
          operationOf(id, userId, 'task.update', {
            taskName: 'damage_detection',
            input: { status: 'VALIDATED' },
          }),
        ];
      },
    ],
    [
      'has the marker of another create in doubt, to delete what that created',
      (records: Records, _remoteId: string, userId: string, marker: unknown) => {
        const { id } = records.state.inspection;
        const create = operationOf(id, userId, 'inspection.create', { input: { tasks: {} } });
        records.operations = [{ ...create, id: marker }, operationOf(id, userId, 'inspection.delete')];
      },
    ],
  ])('changes no other inspection if it %s', async (_what, change) => {
    const user = newUser();
    const victim = await openApp(user);
    const { result: id } = await victim.kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
      vehicle: { plate: 'AB-123-CD' },
    });
    const [create] = await victim.store.operations({ inspectionId: id });
    await flushAll(victim);
    const { remoteId } = await victim.kerbside.sync.statusOf(id);
    const before = await victim.remote.inspections.getOne(remoteId ?? '');

    const attacker = await openApp(newUser());
    attacker.network.isOnline = false;
    const { result: bait } = await attacker.kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
    });
    const file = await edit(await attacker.kerbside.storage.export(bait), (records) =>
      change(records, remoteId ?? '', user.id, create?.id),
    );

    const { result: imported } = await victim.kerbside.storage.import(file);
    await flushAll(victim);
    await victim.kerbside.inspections.updateVehicle(imported, { plate: 'OTHER' });
    await victim.kerbside.tasks.updateOne(imported, 'damage_detection', { status: 'TODO' });
    await victim.kerbside.inspections.deleteOne(imported);
    await victim.kerbside.sync.flush();
    expect(await victim.remote.inspections.getOne(remoteId ?? '')).toEqual(before);
  });
});

describe('a file of another phone', () => {
  test('reaches the service as a new inspection with everything in it', async () => {
    const user = newUser();
    const oldPhone = await openApp(user);
    oldPhone.network.isOnline = false;
    const zip = await oldPhone.kerbside.storage.export(await inspectCar(oldPhone));
    const newPhone = await openApp(user);
    const { result: id } = await newPhone.kerbside.storage.import(zip);
    await flushAll(newPhone);
    const { remoteId } = await newPhone.kerbside.sync.statusOf(id);
    expect(await listRemoteIds(newPhone)).toEqual([remoteId]);
    const content = await readContent(newPhone, remoteId ?? '');
    expect(content).toEqual({
      data: { pdf_data: { comment: 'rain' }, booking: 7 },
      plates: ['AB-123-CD'],
      images: [{ name: 'left', sha256: expect.any(String) }],
      damages: [{ damageType: 'dent', partType: 'hood' }],
      views: [{ xmin: 1, ymin: 2, width: 30, height: 20 }],
      severities: [{ label: 'hood', value: { customSeverity: { level: 2, pricing: 80 } } }],
      tasks: [{ name: 'damage_detection', status: 'VALIDATED' }],
    });
  });

  test('is complete at the service even if that has part of the original, which stays as it is', async () => {
    const user = newUser();
    const oldPhone = await openApp(user);
    const { result: original } = await oldPhone.kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
      vehicle: { plate: 'AB-123-CD' },
    });
    await flushAll(oldPhone);
    const { remoteId: half } = await oldPhone.kerbside.sync.statusOf(original);
    oldPhone.network.isOnline = false;
    await oldPhone.kerbside.images.addOne(original, { name: 'left' }, await smallPhoto());
    const before = await readContent(oldPhone, half ?? '');

    const newPhone = await openApp(user);
    const { result: copy } = await newPhone.kerbside.storage.import(
      await oldPhone.kerbside.storage.export(original),
    );
    await flushAll(newPhone);
    const { remoteId: whole } = await newPhone.kerbside.sync.statusOf(copy);
    expect((await listRemoteIds(newPhone)).toSorted()).toEqual([half, whole].toSorted());
    expect(await readContent(newPhone, half ?? '')).toEqual(before);
    expect(await readContent(newPhone, whole ?? '')).toMatchObject({
      plates: ['AB-123-CD'],
      images: [{ name: 'left' }],
    });
  });

  test('is not sent with send: false', async () => {
    const there = await openApp(newUser());
    there.network.isOnline = false;
    const zip = await there.kerbside.storage.export(await inspectCar(there));
    const here = await openApp(newUser());
    await here.kerbside.storage.import(zip, { send: false });
    await flushAll(here);
    expect(await listRemoteIds(here)).toEqual([]);
  });
});

test('a file that this phone exported before it lost its storage creates nothing twice', async () => {
  const [user, phone] = [newUser(), newPhone()];
  const before = await openApp(user, phone);
  before.network.isOnline = false;
  const id = await inspectCar(before);
  const zip = await before.kerbside.storage.export(id);
  before.network.isOnline = true;
  await flushAll(before);
  const { remoteId } = await before.kerbside.sync.statusOf(id);
  const sent = await readContent(before, remoteId ?? '');
  before.kerbside.close();

  const after = await openApp(user, phone);
  expect(await after.kerbside.storage.import(zip)).toMatchObject({ result: id, isCopy: false });
  await flushAll(after);
  expect((await after.kerbside.sync.statusOf(id)).remoteId).toBe(remoteId);
  expect(await listRemoteIds(after)).toEqual([remoteId]);
  expect(await readContent(after, remoteId ?? '')).toEqual(sent);
});
