import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { InspectionApi } from '../../../src/domain/api/inspection-api.ts';
import type { Kerbside } from '../../../src/kerbside.ts';
import type { ScalePhoto } from '../../../src/photo/decode/scale-photo.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** Corrections made offline, against the reference service over HTTP with the real sender and poller. */

const [WIDTH, HEIGHT] = [800, 600];
const scratch = { damageType: 'scratch', partType: 'hood' } as const;
const dent = { damageType: 'dent', partType: 'door_front_left' } as const;

/** Damages that the device detects. */
const ON_DEVICE: ScriptedDamage[] = [
  { ...scratch, on: { left: [0.1, 0.1, 0.2, 0.2] } },
  { ...dent, on: { left: [0.5, 0.5, 0.2, 0.2], right: [0.5, 0.1, 0.2, 0.2] } },
  { ...scratch, on: { right: [0.1, 0.6, 0.2, 0.2] } },
];
/** Damages that the service detects: the first two, slightly shifted, and another one. */
const AT_SERVICE: ScriptedDamage[] = [
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

async function openOffline(options: Parameters<typeof syncedDevice>[2] = {}): Promise<SyncedDevice> {
  const device = await syncedDevice(service, scriptedAnalyzer('device', ON_DEVICE), options);
  devices.push(device);
  return device;
}

/** Records 2 photos and runs damage detection, all offline. */
async function inspect({ kerbside }: SyncedDevice) {
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
  if (!first || !second || !third) throw new Error('The device should have detected 3 damages.');
  return { id, left: images.left ?? '', right: images.right ?? '', first, second, third };
}

/** Returns an inspection without ids. Device and service must have the same. */
async function summarize(api: Pick<InspectionApi, 'inspections'>, id: string, scale = 1) {
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

async function getRemoteId({ store }: SyncedDevice, localId: string): Promise<string> {
  const [known] = await store.remoteIds([localId]);
  if (!known) throw new Error(`${localId} was never sent.`);
  return known.remoteId;
}

const box = (xmin: number, ymin: number) => ({ xmin, ymin, width: 80, height: 60 });

async function correct(kerbside: Kerbside, inspection: Awaited<ReturnType<typeof inspect>>) {
  const { id, left, right, first, second, third } = inspection;
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
  test('reach the right damage, and device and service agree', async () => {
    const device = await openOffline({ route: 'device', results: 'remote' });
    const { kerbside, remote } = device;
    const inspection = await inspect(device);
    const { id, first, second, third } = inspection;
    const added = await correct(kerbside, inspection);
    device.connect();
    await device.waitUntilSynced();

    const remoteId = await getRemoteId(device, id);
    const remoteSummary = await summarize(remote, remoteId);
    expect(await summarize(kerbside, id)).toEqual(remoteSummary);
    expect(remoteSummary.tasks).toEqual(['damage_detection DONE']);

    const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
    // Deleted by the user and detected by the service: deleted at the service.
    expect(entities.damages[await getRemoteId(device, first)]).toMatchObject({
      damageType: 'scratch',
      createdBy: { model: 'service' },
      deletedAt: expect.any(String),
    });
    // Detected by both: the user's view is on the service's damage.
    const secondRemoteId = await getRemoteId(device, second);
    expect(entities.damages[secondRemoteId]).toMatchObject({ createdBy: { model: 'service' } });
    const onSecond = Object.values(entities.views).filter(({ damageId }) => damageId === secondRemoteId);
    expect(onSecond.map(({ createdBy }) => (createdBy === 'user' ? 'user' : createdBy.model)).sort()).toEqual(
      ['service', 'service', 'user'],
    );
    // Detected by the device alone and confirmed by the user: created at the service with both views.
    const thirdRemoteId = await getRemoteId(device, third);
    expect(entities.damages[thirdRemoteId]).toMatchObject({ damageType: 'scratch', createdBy: 'user' });
    expect(Object.values(entities.views).filter(({ damageId }) => damageId === thirdRemoteId)).toHaveLength(
      2,
    );
    // The user's own, and the one that only the service detected.
    expect(entities.damages[await getRemoteId(device, added)]).toMatchObject({ damageType: 'smash' });
    const localDamages = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
    expect(localDamages.map(({ damageType }) => damageType).sort()).toEqual([
      'dent',
      'scratch',
      'scratch',
      'smash',
    ]);
  });

  test('the same with photos uploaded at half their size: views return in pixels of the original', async () => {
    const upload = { maxPixels: (WIDTH * HEIGHT) / 4, quality: 0.6, scalePhoto };
    const device = await openOffline({ route: 'device', results: 'remote', upload });
    const { kerbside, remote } = device;
    const inspection = await inspect(device);
    await correct(kerbside, inspection);
    device.connect();
    await device.waitUntilSynced();
    const remoteId = await getRemoteId(device, inspection.id);
    const { entities } = await remote.inspections.getOne(remoteId);
    expect(Object.values(entities.images).map(({ imageWidth }) => imageWidth)).toEqual([400, 400]);
    expect(await summarize(kerbside, inspection.id)).toEqual(await summarize(remote, remoteId, 0.5));
    expect(
      (await kerbside.images.getOne(inspection.id, inspection.left)).entities.images[inspection.left],
    ).toMatchObject({
      imageWidth: WIDTH,
    });
  });

  test('a view at the edge of a photo stays within the scaled upload', async () => {
    const upload = { maxPixels: 100_500, quality: 0.6, scalePhoto }; // 1280 x 720 becomes 422 x 237, not 237.4
    const device = await openOffline({ route: 'remote', upload });
    const { kerbside, remote } = device;
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { result: imageId } = await kerbside.images.addOne(id, {}, await smallPhoto(1, 1280, 720));
    const { result: damageId } = await kerbside.damages.createOne(id, dent);
    const boundingBox = { xmin: 500, ymin: 300, width: 780, height: 420 };
    await kerbside.views.createOne(id, { imageId, damageId, boundingBox });
    device.connect();
    await device.waitUntilSynced();
    const { entities } = await remote.inspections.getOne(await getRemoteId(device, id));
    const [view] = Object.values(entities.views);
    expect((view?.boundingBox.xmin ?? 0) + (view?.boundingBox.width ?? 0)).toBe(422);
    expect((view?.boundingBox.ymin ?? 0) + (view?.boundingBox.height ?? 0)).toBe(237);
  });

  test('a damage that was confirmed and then deleted, and that the service did not detect, leaves nothing', async () => {
    const device = await openOffline({ route: 'device', results: 'remote' });
    const { kerbside, remote } = device;
    const { id, left, third } = await inspect(device);
    await kerbside.views.createOne(id, { damageId: third, imageId: left, boundingBox: box(20, 500) });
    await kerbside.damages.deleteOne(id, third);
    device.connect();
    await device.waitUntilSynced();
    expect(await summarize(kerbside, id)).toEqual(await summarize(remote, await getRemoteId(device, id)));
  });
});

describe('with final results of the device', () => {
  test('sends damages, views and DONE, and the service never runs the task', async () => {
    const device = await openOffline({ route: 'device' });
    const { kerbside, remote, store } = device;
    const { id, first } = await inspect(device);
    await kerbside.damages.deleteOne(id, first);
    device.connect();
    await device.waitUntilSynced();
    const remoteId = await getRemoteId(device, id);
    const remoteSummary = await summarize(remote, remoteId);
    expect(await summarize(kerbside, id)).toEqual(remoteSummary);
    expect(remoteSummary.damages).toHaveLength(2);
    expect(remoteSummary.tasks).toEqual(['damage_detection DONE']);
    const { entities } = await remote.inspections.getOne(remoteId, { showDeletedObjects: true });
    expect(Object.values(entities.damages).map(({ createdBy }) => createdBy)).toEqual([
      'user',
      'user',
      'user',
    ]);
    expect(await store.awaited()).toEqual([]);
  });
});

describe('online from the start', () => {
  test('the device does not run a task whose remote results arrive in time', async () => {
    const device = await openOffline({ deadlineMs: 60_000 });
    device.connect();
    const { kerbside } = device;
    const decided: string[] = [];
    kerbside.on('route.decided', ({ where }) => decided.push(where));
    const { id } = await inspect(device);
    expect(decided).toEqual(['remote']);
    const { entities } = await kerbside.inspections.getOne(id);
    const creators = Object.values(entities.damages).map(({ createdBy }) =>
      createdBy === 'user' ? 'user' : createdBy.model,
    );
    expect(creators).toEqual(['service', 'service', 'service']);
  });
});

describe('retention until_done', () => {
  test('keeps photos until the results arrive, then only the service has them', async () => {
    const device = await openOffline({ route: 'device', results: 'remote', retention: 'until_done' });
    const { kerbside, remote, store } = device;
    const { id, left, right } = await inspect(device);
    expect((await kerbside.images.photo(left)).bytes.byteLength).toBeGreaterThan(0);
    device.connect();
    await device.waitUntilSynced();
    await expect.poll(async () => (await store.counts()).photos, { timeout: 60_000 }).toBe(0);
    expect(await rejection(kerbside.images.photo(right))).toMatchObject({ code: 'photo_unavailable' });
    expect((await kerbside.images.getMany(id)).data).toHaveLength(2);
    const remotePhoto = await remote.images.photo(await getRemoteId(device, left));
    expect(remotePhoto.bytes.byteLength).toBeGreaterThan(0);
  });
});
