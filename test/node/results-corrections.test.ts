import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { InspectionApi } from '../../src/domain/api.ts';
import type { Kerbside } from '../../src/kerbside.ts';
import type { ScalePhoto } from '../../src/photo/decode/scale-photo.ts';
import { refusal } from '../conformance/api-under-test.ts';
import { smallPhoto } from './support/photos.ts';
import { type Scripted, scriptedAnalyzer } from './support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from './support/synced-device.ts';
import { useService } from './support/use-service.ts';

/** Corrections made offline, against the reference service over HTTP with the real sender and poller. */

const [WIDTH, HEIGHT] = [800, 600];
const scratch = { damageType: 'scratch', partType: 'hood' } as const;
const dent = { damageType: 'dent', partType: 'door_front_left' } as const;

/** What the device finds. */
const ON_DEVICE: Scripted[] = [
  { ...scratch, on: { left: [0.1, 0.1, 0.2, 0.2] } },
  { ...dent, on: { left: [0.5, 0.5, 0.2, 0.2], right: [0.5, 0.1, 0.2, 0.2] } },
  { ...scratch, on: { right: [0.1, 0.6, 0.2, 0.2] } },
];
/** What the service finds: the first two, a little to the side, and one more. */
const AT_SERVICE: Scripted[] = [
  { ...scratch, on: { right: [0.7, 0.7, 0.2, 0.2] } },
  { ...dent, on: { left: [0.52, 0.5, 0.2, 0.2], right: [0.5, 0.12, 0.2, 0.2] } },
  { ...scratch, on: { left: [0.1, 0.12, 0.2, 0.2] } },
];

const service = useService({
  analyzer: scriptedAnalyzer('service', AT_SERVICE),
  pollMs: 50,
});

const devices: SyncedDevice[] = [];
afterEach(() => {
  for (const { kerbside } of devices.splice(0)) kerbside.close();
});

async function offline(options: Parameters<typeof syncedDevice>[2] = {}): Promise<SyncedDevice> {
  const device = await syncedDevice(service, scriptedAnalyzer('device', ON_DEVICE), options);
  devices.push(device);
  return device;
}

/** Two photos and a damage detection, all of it offline. */
async function inspected({ kerbside }: SyncedDevice) {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const images: Record<string, string> = {};
  for (const [seed, side] of ['left', 'right'].entries()) {
    const input = { name: side, tasks: ['damage_detection' as const], additionalData: { side } };
    const photo = await smallPhoto(seed + 1, WIDTH, HEIGHT);
    images[side] = (await kerbside.images.addOne(id, input, photo)).result;
  }
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const damages = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
  const [first, second, third] = damages.map((damage) => damage.id);
  if (!first || !second || !third) throw new Error('The device should have found three damages.');
  return { id, left: images.left ?? '', right: images.right ?? '', first, second, third };
}

/** Everything that a person sees of an inspection, without ids: on the device and at the service it must be the same. */
async function seen(api: Pick<InspectionApi, 'inspections'>, id: string, scale = 1) {
  const { entities } = await api.inspections.getOne(id);
  const damages = Object.values(entities.damages).map(({ id: damageId, damageType, partType }) => ({
    damageType,
    partType,
    views: Object.values(entities.views)
      .filter((view) => view.damageId === damageId)
      .map(({ imageId, boundingBox: { xmin, ymin, width, height } }) => {
        const box = [xmin, ymin, width, height].map((value) => Math.round((value / scale) * 2) / 2);
        return `${entities.images[imageId]?.name} ${box.join(' ')}`;
      })
      .sort(),
  }));
  const severities = Object.values(entities.severityResults)
    .filter(({ isUserModified }) => isUserModified)
    .map(({ label, value }) => ({ label, ...value.customSeverity }));
  const tasks = Object.values(entities.tasks).map(({ name, status }) => `${name} ${status}`);
  const inOrder = <T>(list: T[]) => list.map((one) => JSON.stringify(one)).sort();
  return { damages: inOrder(damages), severities: inOrder(severities), tasks };
}

async function remoteIdOf({ store }: SyncedDevice, localId: string): Promise<string> {
  const [known] = await store.remoteIds([localId]);
  if (!known) throw new Error(`The service was never told of ${localId}.`);
  return known.remoteId;
}

const box = (xmin: number, ymin: number) => ({ xmin, ymin, width: 80, height: 60 });

async function corrected(kerbside: Kerbside, found: Awaited<ReturnType<typeof inspected>>) {
  const { id, left, right, first, second, third } = found;
  await kerbside.damages.deleteOne(id, first);
  await kerbside.views.createOne(id, { damageId: second, imageId: right, boundingBox: box(500, 400) });
  await kerbside.views.createOne(id, { damageId: third, imageId: left, boundingBox: box(20, 500) });
  const { result: added } = await kerbside.damages.createOne(id, { damageType: 'smash', partType: 'roof' });
  await kerbside.views.createOne(id, { damageId: added, imageId: left, boundingBox: box(300, 20) });
  const { result: severity } = await kerbside.severities.createOne(id, { label: 'roof', level: 1 });
  await kerbside.severities.updateOne(id, severity, { level: 3, pricing: 900 });
  return added;
}

const scalePhoto: ScalePhoto = async (bytes, { width, height }, quality) => {
  const jpeg = sharp(new Uint8Array(bytes)).resize(width, height, { fit: 'fill' });
  const scaled = await jpeg.jpeg({ quality: quality * 100 }).toBuffer();
  return new Blob([new Uint8Array(scaled)], { type: 'image/jpeg' });
};

describe('corrections made offline', () => {
  test('reach the right damage, and afterwards device and service agree', async () => {
    const device = await offline({ route: 'device', results: 'remote' });
    const { kerbside, remote } = device;
    const found = await inspected(device);
    const { id, first, second, third } = found;
    const added = await corrected(kerbside, found);
    device.connect();
    await device.inStep();

    const remoteId = await remoteIdOf(device, id);
    const there = await seen(remote, remoteId);
    expect(await seen(kerbside, id)).toEqual(there);
    expect(there.tasks).toEqual(['damage_detection DONE']);

    const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
    // Deleted by a person, found by the service: deleted there.
    expect(entities.damages[await remoteIdOf(device, first)]).toMatchObject({
      damageType: 'scratch',
      createdBy: { model: 'service' },
      deletedAt: expect.any(String),
    });
    // Found by both: the person's view is on the service's own damage, and the service's word stands.
    const secondThere = await remoteIdOf(device, second);
    expect(entities.damages[secondThere]).toMatchObject({ createdBy: { model: 'service' } });
    const onSecond = Object.values(entities.views).filter(({ damageId }) => damageId === secondThere);
    expect(
      onSecond.map(({ createdBy }) => (createdBy === 'user' ? 'person' : createdBy.model)).sort(),
    ).toEqual(['person', 'service', 'service']);
    // Found by the device alone and vouched for by a person: made there, with both places.
    const thirdThere = await remoteIdOf(device, third);
    expect(entities.damages[thirdThere]).toMatchObject({ damageType: 'scratch', createdBy: 'user' });
    expect(Object.values(entities.views).filter(({ damageId }) => damageId === thirdThere)).toHaveLength(2);
    // The person's own, and the one that only the service found.
    expect(entities.damages[await remoteIdOf(device, added)]).toMatchObject({ damageType: 'smash' });
    const here = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
    expect(here.map(({ damageType }) => damageType).sort()).toEqual(['dent', 'scratch', 'scratch', 'smash']);
  });

  test('the same with photos that were uploaded at half their size: places come back in the original’s pixels', async () => {
    const upload = { maxPixels: (WIDTH * HEIGHT) / 4, quality: 0.6, scalePhoto };
    const device = await offline({ route: 'device', results: 'remote', upload });
    const { kerbside, remote } = device;
    const found = await inspected(device);
    await corrected(kerbside, found);
    device.connect();
    await device.inStep();
    const remoteId = await remoteIdOf(device, found.id);
    const { entities } = await remote.inspections.getOne(remoteId);
    expect(Object.values(entities.images).map(({ imageWidth }) => imageWidth)).toEqual([400, 400]);
    expect(await seen(kerbside, found.id)).toEqual(await seen(remote, remoteId, 0.5));
    expect((await kerbside.images.getOne(found.id, found.left)).entities.images[found.left]).toMatchObject({
      imageWidth: WIDTH,
    });
  });

  test('a place that reaches the edges of a photo lies within the smaller one that was uploaded', async () => {
    const upload = { maxPixels: 100_500, quality: 0.6, scalePhoto }; // 1280 x 720 becomes 422 x 237, not 237.4
    const device = await offline({ route: 'remote', upload });
    const { kerbside, remote } = device;
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { result: imageId } = await kerbside.images.addOne(id, {}, await smallPhoto(1, 1280, 720));
    const { result: damageId } = await kerbside.damages.createOne(id, dent);
    const boundingBox = { xmin: 500, ymin: 300, width: 780, height: 420 };
    await kerbside.views.createOne(id, { imageId, damageId, boundingBox });
    device.connect();
    await device.inStep();
    const { entities } = await remote.inspections.getOne(await remoteIdOf(device, id));
    const [view] = Object.values(entities.views);
    expect((view?.boundingBox.xmin ?? 0) + (view?.boundingBox.width ?? 0)).toBe(422);
    expect((view?.boundingBox.ymin ?? 0) + (view?.boundingBox.height ?? 0)).toBe(237);
  });

  test('a damage that was marked and then deleted, and that the service never found, leaves nothing behind', async () => {
    const device = await offline({ route: 'device', results: 'remote' });
    const { kerbside, remote } = device;
    const { id, left, third } = await inspected(device);
    await kerbside.views.createOne(id, { damageId: third, imageId: left, boundingBox: box(20, 500) });
    await kerbside.damages.deleteOne(id, third);
    device.connect();
    await device.inStep();
    expect(await seen(kerbside, id)).toEqual(await seen(remote, await remoteIdOf(device, id)));
  });
});

describe('where the device’s findings are final', () => {
  test('the service gets the device’s damages and views, is told that the task is done, and never runs it', async () => {
    const device = await offline({ route: 'device' });
    const { kerbside, remote, store } = device;
    const { id, first } = await inspected(device);
    await kerbside.damages.deleteOne(id, first);
    device.connect();
    await device.inStep();
    const remoteId = await remoteIdOf(device, id);
    const there = await seen(remote, remoteId);
    expect(await seen(kerbside, id)).toEqual(there);
    expect(there.damages).toHaveLength(2);
    expect(there.tasks).toEqual(['damage_detection DONE']);
    const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
    expect(Object.values(entities.damages).map(({ createdBy }) => createdBy)).toEqual([
      'user',
      'user',
      'user',
    ]);
    expect(await store.awaited()).toEqual([]);
  });
});

describe('with a network from the start', () => {
  test('a service that answers in time does it alone', async () => {
    const device = await offline({ deadlineMs: 60_000 });
    device.connect();
    const { kerbside } = device;
    const decided: string[] = [];
    kerbside.on('route.decided', ({ where }) => decided.push(where));
    const { id } = await inspected(device);
    expect(decided).toEqual(['remote']);
    const { entities } = await kerbside.inspections.getOne(id);
    const makers = Object.values(entities.damages).map(({ createdBy }) =>
      createdBy === 'user' ? 'person' : createdBy.model,
    );
    expect(makers).toEqual(['service', 'service', 'service']);
  });
});

describe('photos that are kept until they are done with', () => {
  test('are there as long as results may come, and then only at the service', async () => {
    const device = await offline({ route: 'device', results: 'remote', retention: 'until_done' });
    const { kerbside, remote, store } = device;
    const { id, left, right } = await inspected(device);
    expect((await kerbside.images.photo(left)).bytes.byteLength).toBeGreaterThan(0);
    device.connect();
    await device.inStep();
    await expect.poll(async () => (await store.counts()).photos, { timeout: 60_000 }).toBe(0);
    expect(await refusal(kerbside.images.photo(right))).toMatchObject({ code: 'photo_unavailable' });
    expect((await kerbside.images.getMany(id)).data).toHaveLength(2);
    const there = await remote.images.photo(await remoteIdOf(device, left));
    expect(there.bytes.byteLength).toBeGreaterThan(0);
  });
});
